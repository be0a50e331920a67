import { throwAwayServer } from '../tests/support/throw-away-server.ts'
import { type Stage, runStages } from './steps.ts'

/**
 * Runs stages on one PostgreSQL: that of TEST_DATABASE_URL, or one that lives as long as they run. So the template that
 * test files copy is made once, however often vitest is started. The process ends with 1 unless all is green.
 */
export async function runStagesOnServer(stages: Stage[]): Promise<void> {
  const server = process.env.TEST_DATABASE_URL ? null : await throwAwayServer()
  if (server) Object.assign(process.env, { TEST_DATABASE_URL: server.admin, TEST_RUN: `noordkaap_run_${process.pid}` })
  try {
    if (!(await runStages(stages))) process.exitCode = 1
  } finally {
    await server?.end()
  }
}
