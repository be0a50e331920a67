import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startCluster, withDatabase } from '../../src/platform/database/cluster.ts'

export interface TestServer {
  /** Connection string of the maintenance database. */
  admin: string
  end: () => Promise<void>
}

/** A PostgreSQL in a folder of its own that forgets everything at its end. */
export async function throwAwayServer(): Promise<TestServer> {
  const dataDir = scratchFolder()
  // As root the server runs under another account, which must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  const cluster = await startCluster({
    dataDir,
    fsync: false,
    settings: { max_connections: '200', max_wal_size: '4GB' },
  })
  return {
    admin: withDatabase(cluster.connectionString, 'postgres'),
    end: async () => {
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A folder in memory where there is room: copying the template takes a tenth of the time there. */
function scratchFolder(): string {
  const memory = '/dev/shm'
  const home = existsSync(memory) && freeBytes(memory) > 2 * 1024 ** 3 ? memory : os.tmpdir()
  for (const name of readdirSync(home)) {
    const pid = /^noordkaap-test-(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(path.join(home, name), { recursive: true, force: true })
  }
  return mkdtempSync(path.join(home, `noordkaap-test-${process.pid}-`))
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
