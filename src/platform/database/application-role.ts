import { hkdfSync } from 'node:crypto'
import pg from 'pg'
import { ClusterError } from './embedded/error.ts'

/** Any number will do, as long as nothing else in this database locks it. */
const LOCK = 7_103_252
/** PostgreSQL cuts longer names. */
const NAME_LENGTH = 63
/** The class of SQLSTATEs that say: not you, or not with this password. */
const REFUSED = /^28/

/** The tables with which the application may do less than read, add, change and delete. */
const LIMITED: Record<string, string> = {
  history: 'select, insert',
  unshown_changes: 'select',
  kysely_migration: 'select',
  kysely_migration_lock: 'select',
}

export interface Access {
  /** The connection string of the application. */
  connectionString: string
  /** Whether PostgreSQL keeps the application from what only the owner of the tables may do. */
  plain: boolean
}

/**
 * Determines as which role the application connects: the user of `application`, or else a role made here,
 * `<database>_app`. Either is created when it does not exist. Nothing is granted yet.
 * @param owner connection string of the owner of the tables
 * @param role another name for the role made here
 * @throws {ClusterError} when the user of `application` cannot connect
 */
export async function applicationAccess(owner: string, application?: string, role?: string): Promise<Access> {
  return withClient(owner, async (client) => {
    const own = application === undefined
    const connectionString = application ?? asUser(owner, role ?? (await ownRole(client)), ownPassword(client))
    let refusal = await refusalOf(connectionString)
    if (refusal && (await makeRole(client, connectionString, own))) refusal = await refusalOf(connectionString)
    if (refusal && !own)
      throw new ClusterError(`The database refuses the user of DATABASE_URL: ${refusal.message}`, { cause: refusal })
    if (refusal) return { connectionString: owner, plain: false }
    return { connectionString, plain: true }
  })
}

/**
 * Grants the application's role what it needs on the tables that the migrations made, and revokes the rest.
 * @param reset whether it may empty all tables and set counters, as for the demo
 * @returns whether the role is really kept from changing the history
 */
export async function grantToApplication(owner: string, application: string, reset: boolean): Promise<boolean> {
  const role = userOf(application)
  if (role === userOf(owner)) return false
  return withClient(owner, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const to = client.escapeIdentifier(role)
    for (const statement of [
      ...(await ourTables(client, to)),
      ...(await jobTables(client, to)),
      ...functions(to, reset),
    ])
      await client.query(statement)
    await client.query('commit')
    const { rows } = await client.query<{ plain: boolean }>(
      `select not has_table_privilege($1, 'history', 'update') as plain`,
      [role],
    )
    return rows[0]!.plain
  })
}

/** Whether this user may change the tables themselves, or there are none yet. */
export async function isOwner(connectionString: string): Promise<boolean> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ owner: boolean }>(
      `select pg_has_role(relowner, 'usage') as owner from pg_class where oid = to_regclass('public.history')`,
    )
    return rows[0]?.owner ?? true
  })
}

async function ourTables(client: pg.Client, to: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  return [
    'revoke create on schema public from public',
    `grant usage on schema public to ${to}`,
    ...rows.flatMap(({ name }) => {
      const table = `public.${client.escapeIdentifier(name)}`
      const rights = LIMITED[name] ?? 'select, insert, update, delete'
      return [`revoke all on ${table} from ${to}`, `grant ${rights} on ${table} to ${to}`]
    }),
  ]
}

/** The tables of graphile-worker: only their owner sees rows, unless a policy says otherwise. */
async function jobTables(client: pg.Client, to: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid and polname = 'application')`,
  )
  return [
    `grant usage on schema graphile_worker to ${to}`,
    `grant select, insert, update, delete on all tables in schema graphile_worker to ${to}`,
    `revoke insert, update, delete on graphile_worker.migrations from ${to}`,
    `grant usage, select on all sequences in schema graphile_worker to ${to}`,
    `grant execute on all functions in schema graphile_worker to ${to}`,
    ...rows.map(
      ({ name }) => `create policy application on graphile_worker.${client.escapeIdentifier(name)} using (true)`,
    ),
  ]
}

const functions = (to: string, reset: boolean): string[] => [
  `grant usage, select on all sequences in schema public to ${to}`,
  `grant execute on function mask_history, close_change_sets, forget_unshown_changes to ${to}`,
  reset ? `grant execute on function empty_tables to ${to}` : `revoke execute on function empty_tables from ${to}`,
  reset
    ? `grant update on all sequences in schema public to ${to}`
    : `revoke update on all sequences in schema public from ${to}`,
]

async function ownRole(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return `${rows[0]!.name.slice(0, NAME_LENGTH - 4)}_app`
}

/**
 * The password of the role made here: from the owner's, so that all processes agree and none has to be kept. Where the
 * owner needs none, the role has none either and cannot be entered with one.
 */
function ownPassword(client: pg.Client): string {
  return client.password
    ? Buffer.from(hkdfSync('sha256', client.password, '', 'noordkaap role', 32)).toString('hex')
    : ''
}

/** Makes the role, or gives ours its password again. @returns whether something was done that may help */
async function makeRole(owner: pg.Client, connectionString: string, own: boolean): Promise<boolean> {
  const { user, password } = new pg.Client(connectionString)
  if (!user) return false
  const { rows } = await owner.query<{ may: boolean; there: boolean }>(
    `select rolsuper or rolcreaterole as may, exists (select from pg_roles where rolname = $1) as there
     from pg_roles where rolname = current_user`,
    [user],
  )
  const { may, there } = rows[0]!
  if (!may || (there && !own)) return false
  const secret = password ? owner.escapeLiteral(password) : 'null'
  await owner.query(`${there ? 'alter' : 'create'} role ${owner.escapeIdentifier(user)} login password ${secret}`)
  return true
}

/**
 * Why the database refuses this connection string; null when it accepts it.
 * @throws any other failure
 */
async function refusalOf(connectionString: string): Promise<Error | null> {
  try {
    await withClient(connectionString, async () => undefined)
    return null
  } catch (error) {
    if (REFUSED.test((error as { code?: string }).code ?? '') || /password/.test((error as Error).message))
      return error as Error
    throw error
  }
}

const userOf = (connectionString: string): string => new pg.Client(connectionString).user ?? ''

/** The same server and database, another user. */
function asUser(connectionString: string, user: string, password: string): string {
  const secret = password === '' ? '' : `:${password}`
  return connectionString
    .replace(/^(\w+:\/\/)(?:[^@/?]*@)?/, (_, scheme: string) => `${scheme}${encodeURIComponent(user)}${secret}@`)
    .replace(/([?&])(?:user|password)=[^&]*/g, '$1')
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
