//! `cargo xtask serve`: builds the site and serves it on this computer.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::build;
use crate::steps::Profile;

/// The default port, so that addresses stay the same between runs.
const PORT: u16 = 8080;

/// The number of concurrent requests.
const THREADS: usize = 4;

/// Content types by file extension.
const TYPES: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("md", "text/markdown; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("ts", "text/plain; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (profile, port) = options(arguments)?;
    let folder = build::build(profile)?;
    let server = listen(port)?;
    let address = server.server_addr().to_ip().context("the server has no address")?;
    println!("\nSchema Dojo is at http://localhost:{}/  (Ctrl+C ends it)", address.port());

    let server = Arc::new(server);
    let workers: Vec<_> = (0..THREADS)
        .map(|_| {
            let (server, folder) = (Arc::clone(&server), folder.clone());
            std::thread::spawn(move || serve(&server, &folder))
        })
        .collect();
    for worker in workers {
        worker.join().map_err(|_| anyhow!("the server stopped"))?;
    }
    Ok(())
}

fn options(arguments: &[String]) -> Result<(Profile, Option<u16>)> {
    let (mut profile, mut port) = (Profile::Serve, None);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--release" => profile = Profile::Release,
            "--port" => {
                let number = rest.next().context("--port needs a number")?;
                port = Some(number.parse().with_context(|| format!("{number:?} is not a port"))?);
            }
            other => bail!("expected --release or --port <number>, not {other:?}"),
        }
    }
    Ok((profile, port))
}

/// Listens on the requested port, or on a free one.
fn listen(port: Option<u16>) -> Result<Server> {
    let on = |port: u16| Server::http(("127.0.0.1", port)).map_err(|error| anyhow!("port {port}: {error}"));
    match port {
        Some(port) => on(port),
        None => on(PORT).or_else(|_| on(0)),
    }
}

fn serve(server: &Server, folder: &Path) {
    for request in server.incoming_requests() {
        // A closed connection is not a fault of the server.
        let _ = answer(request, folder);
    }
}

fn answer(request: Request, folder: &Path) -> std::io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::from_string("Only GET and HEAD.\n").with_status_code(405));
    }
    if let Some(to) = folder_address(folder, request.url()) {
        let mut response = Response::empty(301);
        if let Ok(header) = Header::from_bytes("Location", to) {
            response.add_header(header);
        }
        return request.respond(response);
    }
    let file =
        locate(folder, request.url()).and_then(|path| Some((content_type(&path), std::fs::read(path).ok()?)));
    let Some((content_type, bytes)) = file else {
        let text = format!("There is no {}\n", request.url());
        return request.respond(Response::from_string(text).with_status_code(404));
    };
    let mut response = Response::from_data(bytes);
    for (name, value) in [
        ("Content-Type", content_type),
        ("Cache-Control", "no-store"),
        // Allows a page elsewhere to embed this one in a frame of opaque origin.
        ("Access-Control-Allow-Origin", "*"),
        ("X-Content-Type-Options", "nosniff"),
    ] {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    request.respond(response)
}

/// Returns the file of a URL; `None` if the URL points outside the folder.
fn locate(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    // The names of the site's files need no escapes.
    let relative = Path::new(path);
    let inside = relative.components().all(|component| matches!(component, Component::Normal(_)));
    let file = folder.join(relative);
    match (inside, file.is_dir()) {
        (false, _) => None,
        (true, true) => Some(file.join("index.html")),
        (true, false) => Some(file),
    }
}

/// Returns the address of a folder requested without its trailing slash, relative to which its links would
/// be resolved in the parent folder.
fn folder_address(folder: &Path, url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?;
    let file =
        locate(folder, url).filter(|file| file.ends_with("index.html") && !path.ends_with("index.html"))?;
    // Absolute, so that `//host` is not another host.
    (!path.ends_with('/') && file.is_file())
        .then(|| format!("/{}/{}", path.trim_start_matches('/'), &url[path.len()..]))
}

fn content_type(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    TYPES.iter().find(|(name, _)| *name == extension).map_or("application/octet-stream", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_stay_inside_the_folder() {
        let folder = Path::new("/site");
        assert_eq!(locate(folder, "/styles/app.css?x=1#y"), Some(PathBuf::from("/site/styles/app.css")));
        assert_eq!(locate(folder, "/../secret"), None);
        assert_eq!(locate(folder, "/styles/../../secret"), None);
        assert_eq!(locate(folder, "//etc/passwd"), Some(PathBuf::from("/site/etc/passwd")));
    }

    #[test]
    fn the_root_is_the_index_page() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(locate(folder, "/"), Some(folder.join("index.html")));
    }

    #[test]
    fn modules_are_served_as_webassembly() {
        assert_eq!(content_type(Path::new("a/b.wasm")), "application/wasm");
        assert_eq!(content_type(Path::new("LICENSE")), "application/octet-stream");
    }
}
