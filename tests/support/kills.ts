/** The product as a process of its own on the database of a test, to be killed at a moment of one's choice. */
import type pg from 'pg'
import { expect } from 'vitest'
import { ROLE, type RoleId } from '../../src/platform/access/roles.ts'
import { type Answer, type Browser, SECRET, type TestApp } from './app.ts'
import { type Running, startProcess } from './processes.ts'

const PATIENCE = { timeout: 30_000 }
/** Any number that the product does not lock itself. */
const HELD = 7_777_001

export const startProduct = (app: TestApp, env: Record<string, string> = {}): Promise<Running> =>
  startProcess('src/server.ts', {
    DATABASE_URL: app.connectionString,
    DATA_DIR: app.services.config.dataDir,
    PORT: '0',
    // The test runner has a variable of that name with a meaning of its own.
    BASE_URL: '',
    NOORDKAAP_DEMO: '1',
    LOG_LEVEL: 'silent',
    SESSION_SECRET: SECRET,
    ...env,
  })

/** Waits until PostgreSQL has undone what a dead client had begun, which it does as soon as it notices that it is gone. */
export async function untilUndone(app: TestApp): Promise<void> {
  const alive = `select 1 from pg_stat_activity where datname = current_database() and state like '%transaction%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await app.owner.pool.query(alive)).rowCount, PATIENCE).toBe(0)
}

export interface Moment {
  table: string
  on: 'insert' | 'update'
  /** The how manyth row that is written from now on. */
  row: number
}

/** From now on whoever writes that row waits there, until `release`. */
export async function holdAt(app: TestApp, { table, on, row }: Moment) {
  const { pool } = app.owner
  await pool.query(`
    create sequence if not exists kill_moments;
    alter sequence kill_moments restart;
    create or replace function wait_to_be_killed() returns trigger language plpgsql security definer set search_path from current as $$
    begin
      if nextval('kill_moments') = ${row} then perform pg_advisory_xact_lock(${HELD}); end if;
      return new;
    end $$;
    create trigger a_moment_to_kill before ${on} on ${table} for each row execute function wait_to_be_killed()`)
  const holder: pg.PoolClient = await pool.connect()
  await holder.query('select pg_advisory_lock($1)', [HELD])
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted and objid = ${HELD} and database = (select oid from pg_database where datname = current_database())`
  return {
    untilReached: () => expect.poll(async () => (await pool.query(waiting)).rowCount, PATIENCE).toBeGreaterThan(0),
    release: async () => {
      await holder.query('select pg_advisory_unlock($1)', [HELD])
      holder.release()
      await untilUndone(app)
      await pool.query(`drop trigger a_moment_to_kill on ${table}`)
    },
  }
}

/** A save as a browser at one process sends it. */
export type Save = (browser: Browser) => Promise<Answer>

/**
 * Processes of the product that a test starts and ends by hand.
 * @param app which database, asked for when a process starts
 */
export function processesOf(app: () => TestApp, env: () => Record<string, string> = () => ({})) {
  const running = new Set<Running>()
  const end = async (server: Running, how: 'kill' | 'stop'): Promise<void> => {
    running.delete(server)
    await server[how]()
  }
  async function start(): Promise<Running> {
    const server = await startProduct(app(), env())
    running.add(server)
    return server
  }
  const kill = (server: Running) => end(server, 'kill')
  return {
    start,
    kill,
    stop: (server: Running) => end(server, 'stop'),
    stopAll: async () => {
      for (const server of running) await end(server, 'stop')
    },
    killAll: async () => {
      for (const server of running) await kill(server)
    },
    /** Sends a save to a process of its own and kills that at the moment. */
    killWhile: async (save: Save, moment: Moment, role: RoleId = ROLE.scheduler): Promise<void> => {
      const server = await start()
      const browser = await app().as(role, server.url)
      const held = await holdAt(app(), moment)
      const sent = save(browser).then(
        () => 'answered',
        () => 'cut off',
      )
      await held.untilReached()
      await kill(server)
      expect(await sent).toBe('cut off')
      await held.release()
    },
    /** Kills a process as soon as others see that it saved, whether or not it has said so. */
    killOnceSaved: async (save: Save, isSaved: () => Promise<boolean>): Promise<void> => {
      const server = await start()
      const sent = save(await app().as(ROLE.scheduler, server.url)).catch(() => null)
      await expect.poll(isSaved, { timeout: 60_000, interval: 2 }).toBe(true)
      await kill(server)
      await sent
      await untilUndone(app())
    },
  }
}
