//! A plain HTTP client, and the explorer as a process.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// An answer.
pub struct Answer {
    pub status: u16,
    pub headers: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> Option<String> {
        self.headers.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    }
}

/// Reads an answer to its end, which is known from its length or from the end of the connection.
pub fn read_answer(stream: impl Read) -> Option<Answer> {
    let mut reader = BufReader::new(stream);
    let mut headers = String::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        headers += &line;
    }
    let status = headers.split_ascii_whitespace().nth(1)?.parse().ok()?;
    let mut answer = Answer { status, headers, body: Vec::new() };
    let chunked = answer.header("transfer-encoding").is_some_and(|value| value == "chunked");
    if chunked {
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            let length = usize::from_str_radix(line.trim(), 16).ok()?;
            let mut chunk = vec![0; length + 2];
            reader.read_exact(&mut chunk).ok()?;
            answer.body.extend(&chunk[..length]);
            if length == 0 {
                break;
            }
        }
    } else if let Some(length) = answer.header("content-length") {
        answer.body = vec![0; length.parse().ok()?];
        reader.read_exact(&mut answer.body).ok()?;
    } else {
        reader.read_to_end(&mut answer.body).ok()?;
    }
    Some(answer)
}

/// Sends one request and reads its answer.
pub fn request(port: u16, method: &str, path: &str, headers: &str, body: &str) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    // In one write: small writes would wait for each other.
    stream.write_all(request.as_bytes()).unwrap();
    read_answer(stream).unwrap_or_else(|| panic!("no answer to {method} {path}"))
}

/// Encodes text for the query of a URL.
pub fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// The explorer, which is ended with the test.
pub struct Server {
    child: Child,
    pub port: u16,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("amazons"))
            .args(["explore", "--port", "0", "--memory", "256MB"])
            .args(arguments)
            .env("AMAZONS_TABLES", "")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap();
        let port = port.parse().unwrap_or_else(|_| panic!("no address: '{line}'"));
        Self { child, port }
    }

    pub fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    pub fn get(&self, path: &str) -> Answer {
        request(self.port, "GET", path, &self.host(), "")
    }

    /// Asks a question of the interface.
    pub fn ask(&self, question: &str, parameters: &[(&str, &str)]) -> Answer {
        let parameters: Vec<String> =
            parameters.iter().map(|(name, text)| format!("{name}={}", encoded(text))).collect();
        self.get(&format!("/api/v1/{question}?{}", parameters.join("&")))
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        request(self.port, "POST", path, &self.host(), body)
    }

    /// Memory in use, in bytes, if the system tells.
    pub fn memory(&self) -> Option<usize> {
        let text = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id())).ok()?;
        Some(text.split_ascii_whitespace().nth(1)?.parse::<usize>().ok()? * 4096)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
