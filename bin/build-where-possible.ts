// Builds the dashboard and the widget after an install that included the build tools. `npm ci --omit=dev` leaves them out;
// a service that was not built says at its start what to do.
import { spawnSync } from 'node:child_process';

const TOOLS = ['rolldown', '@vitejs/plugin-react', '@tailwindcss/vite'];

const isInstalled = (tool: string) =>
  import(tool).then(
    () => true,
    () => false,
  );

if ((await Promise.all(TOOLS.map(isInstalled))).every(Boolean)) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
