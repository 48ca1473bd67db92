// Installs the VS Code that the demo and the tests serve to a browser, under build/.
import { runMain } from "./lib/failure.mjs";
import { installVscodeServer } from "./lib/vscode-server.mjs";

await runMain(() => installVscodeServer(console.log));
