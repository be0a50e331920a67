import { type SqlBool, sql } from 'kysely'
import { maskHistory } from '../../platform/database/history.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { olderRows, type PersonDataSource, personRows, type RetentionKind } from '../privacy/points.ts'
import { endSessions } from './accounts.commands.ts'
import { listSessions } from './accounts.queries.ts'
import { findWaitingChange } from './email-change.queries.ts'
import { ROLE_LABELS } from './roles.ts'

const KEPT_COLUMNS = [
  'roles',
  'active',
  'blocked',
  'contact_id',
  'is_support',
  'is_developer',
  'agreed_to',
  'key',
  'agreed_at',
  'user_id',
  'format',
]

/** 'versie 10-2017' of the key that agreeing to the terms is kept under. */
const versionOf = (key: string): string => key.replace(/^terms_(\d{4})_(\d{2})$/, 'versie $2-$1')

/** The account that belongs to a contact. */
export const accountData: PersonDataSource = {
  ...personRows({
    key: 'account',
    label: 'Uw account',
    rows: async (db, contactId) => {
      const users = await db.selectFrom('users').selectAll().where('contact_id', '=', contactId).execute()
      const waiting = await Promise.all(users.map(({ id }) => findWaitingChange(db, id)))
      const sessions = await Promise.all(users.map(({ id }) => listSessions(db, id, '')))
      const ids = users.map(({ id }) => id)
      const agreed = await db
        .selectFrom('terms_agreements')
        .select(['user_id', 'key', 'agreed_at'])
        .where((eb) => eb('user_id', '=', eb.fn.any(eb.val(ids))))
        .orderBy('id')
        .execute()
      return users.map((user, at) => ({
        Naam: user.name,
        'E-mail': user.email,
        'Gevraagd e-mailadres': waiting[at]?.email ?? null,
        Rollen: user.roles.map((role) => ROLE_LABELS[role]).join(', '),
        Actief: user.active ? 'Ja' : 'Nee',
        'Laatst ingelogd': formatDateTime(user.last_login_at),
        'Aangemaakt op': formatDateTime(user.created_at),
        'Akkoord met voorwaarden': agreed
          .filter(({ user_id }) => user_id === user.id)
          .map(({ key, agreed_at }) => `${versionOf(key)}, ${formatDateTime(agreed_at)}`)
          .join('; '),
        'Ingelogd met': sessions[at]!.map(({ device, since, seen }) => `${device}, van ${since} tot ${seen}`).join(
          '; ',
        ),
      }))
    },
    show: (row) => row,
    empties: [
      { what: () => 'het account: naam, e-mailadres, wachtwoord, rollen en voorkeuren; inloggen kan niet meer' },
    ],
    keeps: [
      {
        what: () => 'wie wat wanneer heeft gewijzigd, zonder naam',
        why: 'verantwoording over wijzigingen (AVG artikel 5.2)',
      },
    ],
  }),
  anonymise: async (trx, contactId) => {
    const user = await trx.selectFrom('users').select('id').where('contact_id', '=', contactId).executeTakeFirst()
    if (!user) return
    const { id } = user
    await trx
      .updateTable('users')
      .set({
        name: `Verwijderde persoon #${contactId}`,
        email: `verwijderd-${id}@anoniem.invalid`,
        password_hash: null,
        roles: [],
        active: false,
        blocked: true,
        active_reason: 'Geanonimiseerd',
        last_login_at: null,
      })
      .where('id', '=', id)
      .execute()
    await endSessions(trx, id)
    await trx.deleteFrom('user_tokens').where('user_id', '=', id).execute()
    await trx.deleteFrom('two_step_secrets').where('user_id', '=', id).execute()
  },
  mask: async (trx, contactId) => {
    const users = await trx.selectFrom('users').select('id').where('contact_id', '=', contactId).execute()
    await maskHistory(
      trx,
      'user',
      users.map(({ id }) => id),
      KEPT_COLUMNS,
    )
  },
}

const uselessBefore = (before: Date) =>
  sql<SqlBool>`(user_tokens.expires_at < ${before} or user_tokens.used_at < ${before})`

/** Links that were used or expired say who asked for a password and when, and nothing that is still of use. */
export const linkRetention: RetentionKind = {
  key: 'password_links',
  label: 'Links om een wachtwoord te kiezen',
  basis: 'Na gebruik of verlopen wordt de vastlegging van de link verwijderd.',
  months: 1,
  ...olderRows('user_tokens', uselessBefore),
}
