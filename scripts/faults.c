/* Preloaded into a program, this makes its disk or its clock fail:
 *
 *   FAULT=write:N   the Nth write to a file and all later ones fail: no space is left
 *   FAULT=once:N    the Nth write to a file fails with an error of the device, no other
 *   FAULT=fsync:N   the Nth fsync or fdatasync of a file and all later ones fail
 *   FAULT=short:N   every Nth write to a file writes only its first half
 *   FAULT=clock:N   every Nth look at a clock finds that it has jumped: the one of the day to and fro by
 *                   up to a year, the monotonic one ahead by up to an hour
 *
 * Only regular files count. FAULT_SEEN names a file that is made when a fault happens.
 *
 *   cc -shared -fPIC -O1 -o faults.so scripts/faults.c && FAULT=fsync:3 LD_PRELOAD=./faults.so amazons …
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char *kind = "";
static unsigned long every = 1;
static atomic_ulong calls;
static atomic_long day_jump, monotonic_jump;

__attribute__((constructor)) static void begin(void) {
  const char *fault = getenv("FAULT");
  const char *colon = fault ? strchr(fault, ':') : NULL;
  if (colon) {
    kind = strndup(fault, colon - fault);
    every = strtoul(colon + 1, NULL, 10);
    if (every == 0) every = 1;
  }
}

static int is(const char *name) { return strcmp(kind, name) == 0; }

static int is_file(int fd) {
  struct stat data;
  return fstat(fd, &data) == 0 && S_ISREG(data.st_mode);
}

static void seen(void) {
  const char *mark = getenv("FAULT_SEEN");
  if (mark) syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600));
}

/* The error of this write, or 0. */
static int write_error(int fd) {
  if (!(is("write") || is("once")) || !is_file(fd)) return 0;
  unsigned long call = atomic_fetch_add(&calls, 1) + 1;
  if (is("once") ? call != every : call < every) return 0;
  seen();
  return is("once") ? EIO : ENOSPC;
}

static int fsync_error(int fd) {
  if (!is("fsync") || !is_file(fd) || atomic_fetch_add(&calls, 1) + 1 < every) return 0;
  seen();
  return EIO;
}

/* How many of so many bytes are written. */
static size_t part(int fd, size_t bytes) {
  if (!is("short") || bytes < 2 || !is_file(fd)) return bytes;
  if ((atomic_fetch_add(&calls, 1) + 1) % every != 0) return bytes;
  seen();
  return bytes / 2;
}

static int fail(int error) {
  errno = error;
  return -1;
}

ssize_t write(int fd, const void *from, size_t bytes) {
  int error = write_error(fd);
  return error ? fail(error) : syscall(SYS_write, fd, from, part(fd, bytes));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  int error = write_error(fd);
  return error ? fail(error) : syscall(SYS_writev, fd, parts, count);
}

ssize_t pwrite64(int fd, const void *from, size_t bytes, off_t at) {
  int error = write_error(fd);
  return error ? fail(error) : syscall(SYS_pwrite64, fd, from, part(fd, bytes), at);
}

int fsync(int fd) {
  int error = fsync_error(fd);
  return error ? fail(error) : syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
  int error = fsync_error(fd);
  return error ? fail(error) : syscall(SYS_fdatasync, fd);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  if (!is("clock") || result != 0) return result;
  int of_day = clock == CLOCK_REALTIME;
  if (!of_day && clock != CLOCK_MONOTONIC) return result;
  unsigned long call = atomic_fetch_add(&calls, 1) + 1;
  if (call % every == 0) {
    seen();
    /* Multiplication by an odd number scatters the jumps. */
    unsigned long scattered = call * 2654435761ul;
    if (of_day)
      atomic_store(&day_jump, (long)(scattered % 63072000) - 31536000);
    else
      atomic_fetch_add(&monotonic_jump, scattered % 3600);
  }
  now->tv_sec += of_day ? atomic_load(&day_jump) : atomic_load(&monotonic_jump);
  return result;
}
