import pg from 'pg'
import { LONGEST_CELL, type Target } from '../importing/index.ts'
import { isNumbered } from './steps.rules.ts'
import { type OldRow, type OldSystem, OldSystemDown } from './types.ts'

/** The schema with a view of each kind of data, whose columns are called as the fields of the import; `id` comes with each. */
const SCHEMA = 'noordkaap'
const CONNECT_MS = 5000
const STATEMENT_MS = 15_000
const LONGEST_ID = 200

const NO_ADDRESS = 'Er is geen adres van het oude systeem ingesteld (OLD_SYSTEM_URL).'
const NO_VIEWS = `Het schema ${SCHEMA} of de weergaven daarin ontbreken, of mogen niet gelezen worden.`
const WHY: Record<string, string> = {
  '28P01': 'De gebruikersnaam of het wachtwoord klopt niet.',
  '28000': 'De gebruikersnaam of het wachtwoord klopt niet.',
  '3D000': 'Deze database bestaat daar niet.',
  '42501': NO_VIEWS,
  '42P01': NO_VIEWS,
  '42703': 'In een weergave ontbreekt de kolom id.',
  '57014': 'Het oude systeem antwoordt te langzaam.',
}
const UNREACHABLE = 'Het oude systeem is niet te bereiken.'

async function asking<T>(url: string | null, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  if (url === null) throw new OldSystemDown(NO_ADDRESS)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS + 1000,
    application_name: 'noordkaap',
  })
  // A connection that is lost meanwhile fails the question; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`begin transaction read only; set local statement_timeout = ${STATEMENT_MS}`)
    return await ask(client)
  } catch (error) {
    if (error instanceof OldSystemDown) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new OldSystemDown(WHY[code] ?? UNREACHABLE, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The kinds that it has a view of. */
async function viewsOf(client: pg.Client, targets: readonly Target[]): Promise<Target[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('v', 'm', 'r', 'f')
       and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')`,
    [SCHEMA],
  )
  const found = targets.filter((target) => rows.some(({ name }) => name === viewName(target)))
  if (found.length === 0) throw new OldSystemDown(NO_VIEWS)
  return found
}

const viewName = ({ name }: Target): string => name.replaceAll('-', '_')
const viewOf = (target: Target): string => `${pg.escapeIdentifier(SCHEMA)}.${pg.escapeIdentifier(viewName(target))}`

interface Read {
  id: string
  row: Record<string, unknown>
}

/** The known columns of a row as text; what is empty is left out. */
function rowOf({ headings }: Target, { id, row }: Read): OldRow {
  const cells = headings.flatMap(([column]) => {
    const value = row[column]
    const text =
      typeof value === 'string' || typeof value === 'number'
        ? String(value).slice(0, LONGEST_CELL).toWellFormed().trim()
        : ''
    return text === '' ? [] : [[column, text] as const]
  })
  return { old_id: id.slice(0, LONGEST_ID).toWellFormed(), cells: Object.fromEntries(cells) }
}

/** A read-only database with the views that docs/operations.md tells. */
export const databaseSystem = (url: string | null, targets: readonly Target[]): OldSystem => ({
  counts: () =>
    asking(url, async (client) => {
      const counts = new Map<string, number>()
      for (const target of await viewsOf(client, targets)) {
        const { rows } = await client.query<{ count: string }>(`select count(id) from ${viewOf(target)}`)
        counts.set(target.name, Number(rows[0]!.count))
      }
      return counts
    }),
  read: (what, from, count) =>
    asking(url, async (client) => {
      const target = (await viewsOf(client, targets)).find(({ name }) => name === what)
      if (!target) throw new OldSystemDown(NO_VIEWS)
      const { rows } = await client.query<Read>(
        `select old.id::text, to_jsonb(old) as row from ${viewOf(target)} old
         where old.id is not null order by old.id limit $1 offset $2`,
        [count, from],
      )
      return rows.map((row) => rowOf(target, row))
    }),
  numbered: () =>
    asking(url, async (client) => {
      const all: (OldRow & { what: string })[] = []
      for (const target of await viewsOf(client, targets)) {
        if (!isNumbered(target)) continue
        const { rows } = await client.query<Read>(
          `select old.id::text, to_jsonb(old) as row from ${viewOf(target)} old
           where old.id is not null and to_jsonb(old) ->> 'client_id' <> '' order by old.id`,
        )
        all.push(...rows.map((row) => ({ ...rowOf(target, row), what: target.name })))
      }
      return all
    }),
})
