import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECRET } from '../support/app.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type Running, startProcess } from '../support/processes.ts'

/** The one that comes in its place has to listen at the same address. */
function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    }),
  )
}

let database: TestDatabase
let server: Running
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'noordkaap-test-'))
  const env = {
    DATABASE_URL: database.connectionString,
    SESSION_SECRET: SECRET,
    DATA_DIR: folder,
    BASE_URL: '',
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
  }
  server = await startProcess('scripts/keep.ts', env, [], ['--import', './tests/support/unawaited.ts', 'src/server.ts'])
})
afterAll(async () => {
  await server.stop()
  await database.close()
  rmSync(folder, { recursive: true })
})

const ask = (how: string) =>
  fetch(`${server.url}/favicon.ico`, { headers: { 'x-test': how } }).then(async (answer) => ({
    status: answer.status,
    json: await answer.json(),
  }))

describe('what breaks where nobody awaits it', () => {
  it('is answered 500 with the id of its line in the log, and the process goes on', async () => {
    const { json: pid } = await ask('pid')
    const { status, json } = await ask('reject')
    expect(status).toBe(500)
    const { correlationId } = json as { correlationId: string }
    expect(correlationId).toMatch(/^[0-9a-f-]{36}$/)
    await expect.poll(() => server.said).toContain(correlationId)
    expect((await ask('pid')).json).toBe(pid)
  })

  it('ends the process where nobody catches it, and another one goes on in its place', async () => {
    const { json: pid } = await ask('pid')
    await ask('throw').catch(() => undefined)
    const next = () =>
      ask('pid').then(
        ({ json }) => json,
        () => pid,
      )
    await expect.poll(next, { timeout: 30_000 }).not.toBe(pid)
    await expect.poll(() => server.said).toContain('an exception that nobody caught')
  })

  it('is tried again five times within a minute, and not at all where it never listened', async () => {
    const runs = (script: string) =>
      new Promise<{ code: unknown; times: number }>((resolve) =>
        execFile(process.execPath, ['scripts/keep.ts', '-e', script], (error, said) =>
          resolve({ code: error?.code, times: said.split('ran').length - 1 }),
        ),
      )
    expect(await runs("console.log('ran'); process.send('listening', () => process.exit(3))")).toEqual({
      code: 3,
      times: 6,
    })
    expect(await runs("console.log('ran'); process.exit(1)")).toEqual({ code: 1, times: 1 })
  })
})
