#!/usr/bin/env bash
# A Slurm of two nodes on this machine, for tests: Debian's slurm-wlm and munge, as root.
#
#   cluster.sh start DIR      starts munged, slurmctld and slurmd n0 and n1, with all state in DIR
#   cluster.sh stop DIR       ends them
#
# Afterwards: export SLURM_CONF=DIR/slurm.conf
set -euo pipefail
command=${1:?start or stop}
mkdir -p "${2:?a directory}"
dir=$(cd "$2" && pwd)

stop() {
  for name in slurmd-n0 slurmd-n1 slurmctld munged; do
    if [ -e "$dir/$name.pid" ]; then
      local pid
      pid=$(cat "$dir/$name.pid")
      kill "$pid" 2> /dev/null || continue
      for _ in $(seq 100); do
        kill -0 "$pid" 2> /dev/null || break
        sleep 0.1
      done
    fi
  done
}

start() {
  if ! command -v slurmctld > /dev/null || ! command -v munged > /dev/null; then
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      slurm-wlm munge > /dev/null
  fi
  # A separate socket and key, so that a running munge is left alone.
  mkdir -p "$dir/munge" "$dir/state" "$dir/n0" "$dir/n1"
  chmod 755 "$dir"
  chmod 700 "$dir/munge"
  head -c 128 /dev/urandom > "$dir/munge/key"
  chmod 600 "$dir/munge/key"
  munged --force --key-file="$dir/munge/key" --socket="$dir/munge.socket" \
    --pid-file="$dir/munged.pid" --log-file="$dir/munged.log" --seed-file="$dir/munge/seed"
  local port=$((20000 + $$ % 20000)) cpus
  cpus=$(nproc)
  cat > "$dir/slurm.conf" << END
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,requeue_delay=1
MpiDefault=none
ReturnToService=2
JobRequeue=1
KillWait=2
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd-%n.log
SwitchType=switch/none
NodeName=n0 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=$cpus
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=$cpus
PartitionName=all Nodes=n0,n1 Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$dir/slurm.conf
  slurmctld -c -f "$SLURM_CONF"
  slurmd -N n0 -f "$SLURM_CONF"
  slurmd -N n1 -f "$SLURM_CONF"
  for _ in $(seq 100); do
    if [ "$(sinfo -h -t idle -o %D 2> /dev/null)" = 2 ]; then
      return
    fi
    sleep 0.2
  done
  sinfo
  tail -n 20 "$dir"/*.log
  echo "the nodes do not come up" >&2
  return 1
}

"$command"
