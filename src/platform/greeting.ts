import type { Config } from './config.ts'

/** The few lines after the start: where, with which accounts, where the data is, how to stop. */
export function greeting(config: Config, port: number, clusterDir: string | null): string {
  const lines = [
    '',
    `  Noordkaap is ready on ${config.baseUrl.replace(/:\d+$/, `:${port}`)}`,
    ...(config.demo
      ? [
          '  Demo accounts (password noordkaap-demo): beheer@ planner@ docent@ leidinggevende@',
          '  cursist@ lotus@ support@ noordkaap.example',
        ]
      : []),
    `  Data: ${clusterDir ?? 'the database of DATABASE_URL'}, files in ${config.dataDir}`,
    '  Stop with Ctrl-C',
    '',
    '',
  ]
  return lines.join('\n')
}
