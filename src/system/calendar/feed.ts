import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { DB, Db, Trx } from '../../platform/database/types.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../../platform/secrets.ts'

type Kept = Pick<Selectable<DB['calendar_feeds']>, 'user_id' | 'sealed_token' | 'token_hash'>

const newToken = (): string => randomBytes(24).toString('base64url')
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const purposeOf = (userId: number): string => `calendar feed of user ${userId}`

const rowOf = (secrets: Secrets, userId: number, token: string): Kept => ({
  user_id: userId,
  sealed_token: seal(secrets, purposeOf(userId), token),
  token_hash: hashOf(token),
})

/** Those of before tokens were sealed stand there as they are, until the next start seals them. */
function tokenOf(secrets: Secrets, { user_id, sealed_token, token_hash }: Kept): string | null {
  const token = unseal(secrets, purposeOf(user_id), sealed_token) ?? sealed_token
  return hashOf(token) === token_hash ? token : null
}

const feeds = (db: Db) => db.selectFrom('calendar_feeds').select(['user_id', 'sealed_token', 'token_hash'])

/** The viewer's own subscription link; made on first use and the same from then on. */
export async function feedUrl(db: Db, viewer: Viewer, config: Config): Promise<string> {
  const kept = await feeds(db).where('user_id', '=', viewer.id).executeTakeFirst()
  const token = (kept && tokenOf(config, kept)) ?? (await makeFeed(db, config, viewer.id, kept))
  return `${config.baseUrl}/ical/${token}.ics`
}

/** A new token in the place of one that cannot be read any more, or of none; of two tabs at once both get the same. */
async function makeFeed(db: Db, secrets: Secrets, userId: number, unreadable: Kept | undefined): Promise<string> {
  const row = await db
    .insertInto('calendar_feeds')
    .values(rowOf(secrets, userId, newToken()))
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => {
        const replaced = eb('calendar_feeds.token_hash', '=', unreadable?.token_hash ?? '')
        const choose = (column: 'sealed_token' | 'token_hash') =>
          eb
            .case()
            .when(replaced)
            .then(eb.ref(`excluded.${column}`))
            .else(eb.ref(`calendar_feeds.${column}`))
            .end()
        return { sealed_token: choose('sealed_token'), token_hash: choose('token_hash') }
      }),
    )
    .returning(['user_id', 'sealed_token', 'token_hash'])
    .executeTakeFirstOrThrow()
  return tokenOf(secrets, row)!
}

/** Makes the viewer's link good for nothing; the next one is another. */
export async function renewFeed(trx: Trx, viewer: Viewer, secrets: Secrets): Promise<void> {
  await trx
    .updateTable('calendar_feeds')
    .set(rowOf(secrets, viewer.id, newToken()))
    .where('user_id', '=', viewer.id)
    .execute()
}

/** Ends the link of a user; asking for it makes another. */
export async function endFeed(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** Seals all tokens with the secret of now. */
export async function resealFeeds(trx: Trx, secrets: Secrets): Promise<void> {
  for (const kept of await feeds(trx).forUpdate().execute()) {
    const token = tokenOf(secrets, kept)
    const isPlain = token === kept.sealed_token
    const sealed_token = isPlain
      ? seal(secrets, purposeOf(kept.user_id), token)
      : sealedAnew(secrets, purposeOf(kept.user_id), kept.sealed_token)
    if (sealed_token !== null)
      await trx.updateTable('calendar_feeds').set({ sealed_token }).where('user_id', '=', kept.user_id).execute()
  }
}

/** Whose feed a token is, if the account is still active. */
export async function findFeedOwner(db: Db, token: string): Promise<Viewer | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.roles', 'users.contact_id'])
    .where('calendar_feeds.token_hash', '=', hashOf(token))
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
