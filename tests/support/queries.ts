import type { TestApp } from './app.ts'

/** How many statements `work` sends to the database. */
export async function countQueries(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  type Query = (...args: unknown[]) => unknown
  const clients = new Set<{ query: Query }>()
  const watch = (client: { query: Query }) => {
    if (clients.has(client)) return
    clients.add(client)
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
    for (const client of clients) delete (client as { query?: Query }).query
  }
  return count
}
