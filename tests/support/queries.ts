import type pg from 'pg'

/** How many statements `work` sends to the database. */
export async function countQueries(app: { pool: pg.Pool }, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  type Query = (...args: unknown[]) => unknown
  const clients = new Map<{ query: Query }, Query>()
  const watch = (client: { query: Query }) => {
    if (clients.has(client)) return
    clients.set(client, client.query)
    const original = client.query.bind(client)
    client.query = (...args: unknown[]) => {
      count++
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
  return count
}
