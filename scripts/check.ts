/** Everything that must be green before a change is kept, at home and in CI, but for the browser journeys. */
import { runSteps } from './steps.ts'

await runSteps([
  [
    { name: 'lint', command: 'eslint . --max-warnings 0' },
    {
      name: 'types',
      command: 'tsc -p tsconfig.json && tsc -p tsconfig.client.json && tsc -p tsconfig.browser-tests.json',
    },
    { name: 'format', command: 'prettier --check --log-level warn .' },
  ],
  { name: 'licences', command: 'node scripts/licences.ts' },
  { name: 'schema types', command: 'node scripts/schema.ts --check' },
  // The HTTP tests read the manifest of the built browser side.
  { name: 'build', command: 'vite build --logLevel warn' },
  { name: 'tests', command: 'vitest run' },
])
