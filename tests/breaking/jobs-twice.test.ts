import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { queueMail } from '../../src/platform/mail/mail.ts'
import { askForEmail } from '../../src/system/accounts/email-change.commands.ts'
import { askForResetLink } from '../../src/system/accounts/reset-link.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Runs of a job write down when they ran; that the second found nothing left to do is right. */
const NOT_COMPARED = ['retention_terms']

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Jobs that find nothing to do in what is told below; twice nothing is nothing. */
const IDLE = [
  'files.remove',
  'files.sweep',
  'signature.forget',
  'once.forget',
  'secrets.reseal',
  'message.resume',
  'register.hand-over',
  'register.numbers',
  // An outside system, a day that is over and a moment: told by the tests of e-learning, sign-ups, the kiosk and reports.
  'e-learning.link',
  'e-learning.progress',
  'e-learning.tell',
  'entries.forget',
  'entries.licenses',
  'kiosk.forget',
  'reports.mail',
  // What it sends is chosen in the settings; that it goes once is told by the tests of reminders.
  'reminders.daily',
  // Nobody is there to ask: what comes of their answers once is told by the tests of booking, paying online and the map.
  'accounting.beside',
  'accounting.book',
  'accounting.compare',
  'accounting.payments',
  'online-payments.fetch',
  'online-payments.settlements',
  'orders.places',
]

type Payload = Record<string, unknown>
const none = (): Promise<Payload> => Promise.resolve({})
/** What was queued last for this task; it is taken from the queue. */
async function queued(task: string): Promise<Payload> {
  const { rows } = await app.pool.query<{ payload: Payload }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [task],
  )
  expect(rows).not.toEqual([])
  return rows.at(-1)!.payload
}
const story = (sql: string, values: unknown[] = []) => app.owner.pool.query<{ id: number }>(sql, values)
const mail = (state: string) =>
  story(
    `insert into mails (recipient, subject, text_body, state, claimed_at) values ('a@b.example', 'S', 'T', $1, now() - interval '1 day') returning id`,
    [state],
  )

/** For every job of the product: makes work for it, through the product where that is possible, and answers its payload. */
const JOBS: Record<string, () => Promise<Payload>> = {
  'imports.forget': async () => {
    await story(
      `insert into imports (key, target, file_name, total, created_at)
       values (gen_random_uuid(), 'contacts', 'lijst.csv', 1, now() - interval '2 days')`,
    )
    return {}
  },
  'imports.read': async () => {
    await app.services.files.write('imports/twice', Readable.from(['Naam;Plaats\nTweemaal B.V.;Ede']))
    const { rows } = await story(`insert into imports (key, target, file_name, total, state, file_key, user_id)
      values (gen_random_uuid(), 'companies', 'lang.csv', 0, 'reading', 'imports/twice', 1) returning id`)
    return { id: rows[0]!.id }
  },
  // After the one above: what that read.
  'imports.store': async () => {
    const { rows } = await story(`update imports set state = 'storing' where state = 'read' returning id`)
    return { id: rows[0]!.id, expected: '1-0-0-0-0' }
  },
  'migration.forget': async () => {
    await story(`insert into migration_moves (source, created_at) values ('other', now() - interval '91 days')`)
    return {}
  },
  'account.reset-link': async () => {
    await askForResetLink(app.services, 'lotus@noordkaap.example', '192.0.2.1')
    return queued('account.reset-link')
  },
  'account.email-links': async () => {
    const planner = await app.as(2)
    const viewer = { id: planner.userId! } as Parameters<typeof askForEmail>[1]
    await inTransaction(app.db, null, (trx) => askForEmail(trx, viewer, 'ander@noordkaap.example', app.services))
    return queued('account.email-links')
  },
  'account.email-forget': async () => {
    await story(`update email_changes set expires_at = now()`)
    return queued('account.email-forget')
  },
  'account.failures': async () => {
    await story(
      `insert into sign_in_failures (user_id, kind, hour, count) values (1, 'password', date_trunc('hour', now()) - interval '1 hour', 3)`,
    )
    return {}
  },
  'reminders.daily': none,
  'accounting.beside': none,
  // What was refused too often.
  'accounting.beside-again': async () => {
    await story(`insert into accounting_links (provider, administration, name, refresh_token, access_token, obtained_at, expires_at)
      values ('exact', 'proef', 'Proef', 'x', 'x', now(), now() + interval '1 hour') on conflict do nothing`)
    await story(`insert into accounting_beside (invoice_id, provider, administration, sequence, costs, interest, booked_on, state, attempts)
      select (select min(id) from invoices where uid is not null), provider, administration, 1, 4000, 0, current_date, 'failed', 10
      from accounting_links`)
    return {}
  },
  'accounting.book': none,
  'accounting.compare': () => Promise.resolve({ check: 0 }),
  'accounting.payments': none,
  'online-payments.fetch': () => Promise.resolve({ id: 0 }),
  'online-payments.settlements': none,
  'orders.places': async () => {
    await story(
      `insert into settings (key, value) values ('map', '{"look_up_places": true}') on conflict (key) do update set value = excluded.value returning key`,
    )
    return {}
  },
  // A payment that never reached the provider.
  'online-payments.poll': async () => {
    await story(`insert into online_payments (invoice_id, amount, state, created_at)
      select id, 100, 'new', now() - interval '2 days' from invoices where uid is not null limit 1 returning id`)
    return {}
  },
  'billing.run': async () => {
    const { rows } = await story(`update billing_runs set state = 'running' returning id`)
    return { run: rows[0]!.id }
  },
  'sending.run': async () => {
    const { rows } = await story(`update sending_runs set state = 'running' returning id`)
    return { run: rows[0]!.id }
  },
  'quotation-answers.draw': async () => {
    await story('delete from kept_papers where signing_id is not null')
    const { rows } = await story('select id from quotation_signings order by id limit 1')
    return { id: rows[0]!.id }
  },
  'certificate.draw': async () => {
    const { rows } = await story('select id from certificates where file_key is null and withdrawn_at is null limit 3')
    return { ids: rows.map(({ id }) => id) }
  },
  'certificate.mail': async () => {
    const { rows } = await story(
      `insert into certificate_mailings (group_id, contact_id, recipient, subject, text_body, certificate_ids)
       select group_id, contact_id, 'a@b.example', 'Certificaat', 'Bijgaand', array[id] from certificates where withdrawn_at is null
       limit 2 returning id`,
    )
    return { ids: rows.map(({ id }) => id) }
  },
  'contracts.orders': async () => ({}),
  'message.mailing': async () => {
    const planner = await app.as(2)
    const { contacts } = app.story
    const answer = await planner.post('/messages/write/default', {
      subject: 'Nieuws',
      content: '<p>Beste {{ ontvanger.naam }}</p>',
      recipients: `${contacts.anouk},${contacts.student}`,
    })
    expect(answer.status).toBe(204)
    return queued('message.mailing')
  },
  'message.resume': none,
  'mail.send': async () => {
    await inTransaction(app.db, null, (trx) =>
      queueMail(trx, app.services, { to: 'anouk@klant.example', subject: 'Eén keer', text: 'Tekst' }),
    )
    return queued('mail.send')
  },
  'mail.sweep': async () => {
    await mail('sending')
    return {}
  },
  // Who enrolled a while ago and has not been told.
  'moment.send': async () => {
    await story(`update message_moments set active_since = 'epoch', conditions = '{}' where kind = 'enrolment'`)
    return {}
  },
  'files.remove': async () => ({ keys: ['documents/gone'] }),
  'files.sweep': none,
  'signature.forget': async () => ({ key: 'signatures/aa/gone.png' }),
  'history.forget': async () => {
    await story(
      `insert into unshown_changes (at, change_set, table_name, row_id, action, changes)
       values (now() - interval '25 hours', 1, 'certificates', 1, 'update', '{}') returning id`,
    )
    return {}
  },
  'merges.forget': async () => {
    const { rows } = await story(
      `insert into merges (record_type, kept_id, gone_id, gone_name, moved_count, before) values ('contact', 1, 2, 'Weg', 0, '{"rows":[]}') returning id`,
    )
    return { id: rows[0]!.id }
  },
  'once.forget': none,
  'secrets.reseal': none,
  'privacy.deleted': async () => {
    const { rows } = await story(`insert into contacts (last_name) values ('Verdwenen') returning id`)
    await story('delete from contacts where id = $1', [rows[0]!.id])
    await story('alter table history disable trigger append_only')
    await story(`update history set at = at - interval '2 days' where record_type = 'contact' and record_id = $1`, [
      rows[0]!.id,
    ])
    await story('alter table history enable trigger append_only')
    return {}
  },
  'bank.forget': async () => {
    const { rows } = await story(`delete from bank_entries where state = 'ignored' returning id`)
    await story('alter table history disable trigger append_only')
    await story(`update history set at = at - interval '2 days' where record_type = 'bank_entry' and record_id = $1`, [
      rows[0]!.id,
    ])
    await story('alter table history enable trigger append_only')
    return {}
  },
  // An offer of which the time has passed goes to the next.
  'waiting.ask': async () => {
    await story(`update waiting_offers set expires_at = now() - interval '1 minute' where state = 'open' returning id`)
    return {}
  },
  // Nobody answered in time, so that the next is asked; and somebody hears of it once more.
  'teachers.ask': async () => {
    await story(
      `update teacher_requests set expires_at = now() - interval '1 minute' where state = 'asked' returning id`,
    )
    return {}
  },
  // Places of which the names are not known in time.
  'reservation.release': async () => {
    await story(`update reservations set names_by = current_date - 1 returning id`)
    return {}
  },
  'register.hand-over': none,
  'e-learning.link': () => Promise.resolve({ id: 0 }),
  'e-learning.progress': none,
  'e-learning.tell': none,
  'entries.forget': none,
  'entries.licenses': none,
  'kiosk.forget': none,
  'reports.mail': none,
  'register.numbers': none,
  // The report of a visit is drawn once and kept.
  'report.draw': async () => {
    const { rows } = await story('select visit_id as id from visit_reports order by id limit 1')
    return { visit: rows[0]!.id }
  },
  'privacy.retention': async () => {
    await mail('sent')
    await story(`update mails set created_at = now() - interval '9 years' where subject = 'S' and state = 'sent'`)
    await story(
      `insert into retention_terms (kind, months, enabled) values ('mails', 1, true) on conflict (kind) do update set enabled = true`,
    )
    return {}
  },
}

/** Everything there is: all rows, what waits to be done, and the files. */
async function everything(): Promise<Record<string, unknown>> {
  const { rows: tables } = await story(
    `select table_name as id from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: Record<string, unknown> = {}
  for (const name of tables.map(({ id }) => String(id)).filter((table) => !NOT_COMPARED.includes(table)))
    found[name] = (
      await story(`select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as id from ${name} t`)
    ).rows[0]!.id
  found.waiting = (
    await story(
      `select t.identifier as id, j.key, j.payload::text from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id order by 1, 2, 3`,
    )
  ).rows
  found.files = (await readdir(app.services.config.dataDir, { recursive: true })).sort()
  return found
}

describe('a job', () => {
  const handlers = () =>
    Object.assign({}, ...app.services.registry.manifests.map(({ jobs }) => jobs ?? {})) as NonNullable<
      (typeof app.services.registry.manifests)[number]['jobs']
    >

  it('is in the list below, whatever it is called', () => {
    expect(Object.keys(JOBS).sort()).toEqual(Object.keys(handlers()).sort())
  })

  it.each(Object.keys(JOBS))('that runs twice doubles nothing: %s', async (task) => {
    const payload = await JOBS[task]!()
    const run = () => handlers()[task]!(payload, app.services)
    const before = await everything()
    await run()
    const once = await everything()
    if (!IDLE.includes(task)) expect(once).not.toEqual(before)
    await run()
    expect(await everything()).toEqual(once)
  })
})
