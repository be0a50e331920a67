import type { Config } from './config.ts'

/**
 * The few lines after the start: where, with which accounts, where the data is, how to stop.
 * @param start.port where it listens
 * @param start.clusterDir the folder of the embedded database; null without one
 * @param start.nobody whether nobody can sign in yet: then it says how that is mended
 */
export function greeting(
  config: Config,
  { port, clusterDir, nobody }: { port: number; clusterDir: string | null; nobody: boolean },
): string {
  const lines = [
    '',
    `  Noordkaap is ready on ${config.baseUrl.replace(/:\d+$/, `:${port}`)}`,
    ...(config.demo
      ? [
          '  Demo accounts (password noordkaap-demo): beheer@ planner@ docent@ leidinggevende@',
          '  cursist@ lotus@ support@ noordkaap.example',
        ]
      : []),
    ...(nobody
      ? [
          '  Nobody can sign in yet. With the same settings, in a second terminal, this prints a link to begin with:',
          '  npm run admin -- --email you@example.nl --name "Your Name"',
        ]
      : []),
    `  Data: ${clusterDir ?? 'the database of DATABASE_URL'}, files in ${config.dataDir}`,
    '  Stop with Ctrl-C',
    '',
    '',
  ]
  return lines.join('\n')
}
