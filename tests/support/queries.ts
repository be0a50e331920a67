import type pg from 'pg'

export interface Statement {
  name?: string | undefined
  text: string
  values: unknown[]
}

/** The statements that `work` sends to the database. */
export async function statementsOf(app: { pool: pg.Pool }, work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  type Query = (...args: unknown[]) => unknown
  const clients = new Map<{ query: Query }, Query>()
  const watch = (client: { query: Query }) => {
    if (clients.has(client)) return
    clients.set(client, client.query)
    const original = client.query.bind(client)
    client.query = (...args: unknown[]) => {
      const [first, second] = args
      const { name, text, values } =
        typeof first === 'string' ? { name: undefined, text: first, values: second } : (first as Statement)
      sent.push({ name, text, values: Array.isArray(values) ? (values as unknown[]) : [] })
      return original(...args)
    }
  }
  const onAcquire = (client: unknown) => watch(client as { query: Query })
  app.pool.on('acquire', onAcquire)
  try {
    await work()
  } finally {
    app.pool.off('acquire', onAcquire)
    for (const [client, query] of clients) client.query = query
  }
  return sent
}

/**
 * How many statements `work` sends to the database, but for the look-up of the session: its copy lives for seconds, so a
 * slow machine looks it up more often.
 */
export const countQueries = async (app: { pool: pg.Pool }, work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(app, work)).filter(({ name }) => name !== 'find-session').length
