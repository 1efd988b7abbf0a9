//! `cargo xtask serve`: builds the site and serves it on this computer with `web/serve.mjs`.

#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::steps::Profile;
use crate::{build, npm};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (profile, port) = options(arguments)?;
    let folder = build::build(profile)?;
    let port = port.map(|port| port.to_string());
    replace(npm::node().arg("web/serve.mjs").arg(folder).args(port))
}

/// Replaces this process by a program, so that a signal to the command ends the server.
#[cfg(unix)]
fn replace(command: &mut Command) -> Result<()> {
    Err(command.exec()).context("could not start Node")
}

#[cfg(not(unix))]
fn replace(command: &mut Command) -> Result<()> {
    crate::steps::run(command)
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
