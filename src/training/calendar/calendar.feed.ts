import { randomBytes } from 'node:crypto'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'

const newToken = (): string => randomBytes(24).toString('base64url')

/** The viewer's own subscription link; made on first use and the same from then on. */
export async function feedUrl(db: Db, viewer: Viewer, baseUrl: string): Promise<string> {
  const token = newToken()
  const row = await db
    .insertInto('calendar_feeds')
    .values({ user_id: viewer.id, token })
    // Touching the row makes RETURNING answer the existing token, in one statement that two tabs cannot race.
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ token: eb.ref('calendar_feeds.token') })),
    )
    .returning('token')
    .executeTakeFirstOrThrow()
  return `${baseUrl}/ical/${row.token}.ics`
}

/** Makes the viewer's link good for nothing; the next one is another. */
export async function renewFeed(trx: Trx, viewer: Viewer): Promise<void> {
  await trx.updateTable('calendar_feeds').set({ token: newToken() }).where('user_id', '=', viewer.id).execute()
}

/** Whose feed a token is, if the account is still active. */
export async function findFeedOwner(db: Db, token: string): Promise<Viewer | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.roles', 'users.contact_id'])
    .where('calendar_feeds.token', '=', token)
    .where('users.active', '=', true)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        name: row.name,
        email: row.email,
        roles: row.roles as Viewer['roles'],
        contactId: row.contact_id,
        isSupport: false,
        isDeveloper: false,
        agreedTo: [],
        meta: {},
        actedBy: null,
      }
    : null
}
