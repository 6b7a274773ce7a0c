// Run by npm when the package is installed from its folder, where dist/ is not: neither are the
// packages that make it, because npm installs none for a folder outside the project.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const run = (command) => execSync(command, { cwd, stdio: 'inherit' });

if (!existsSync(new URL('node_modules/typescript', import.meta.url))) {
  run('npm ci --ignore-scripts --include=dev --no-audit --no-fund');
}
run('npm run build');
