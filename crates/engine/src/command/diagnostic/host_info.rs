//! `hostInfo`.

use crate::command::Command;

/// Maximum size of a WebAssembly memory, in megabytes.
const MEMORY: i64 = 4096;

/// See <https://www.mongodb.com/docs/manual/reference/command/hostInfo/>.
pub(super) static COMMAND: Command = Command {
    name: "hostInfo",
    summary: "Returns what the server runs on.",
    example: r#"{"hostInfo": 1, "$db": "admin"}"#,
    profiled: false,
    run: |request, out| {
        let now = request.engine.now();
        out.document("system", |system| {
            system
                .append_date("currentTime", now)
                .append_str("hostname", "schema-dojo")
                .append_i32("cpuAddrSize", usize::BITS as i32)
                .append_i64("memSizeMB", MEMORY)
                .append_i64("memLimitMB", MEMORY)
                .append_i32("numCores", 1)
                .append_i32("numCoresAvailableToProcess", 1)
                .append_str("cpuArch", std::env::consts::ARCH)
                .append_bool("numaEnabled", false);
        });
        out.document("os", |os| {
            os.append_str("type", std::env::consts::OS);
        });
        out.document("extra", |_| {});
        Ok(())
    },
    admin: true,
    lenient: true,
    ..Command::DEFAULT
};
