// clock
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { sendMailing } from '../../src/system/messages/mailing.job.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let moment: number
beforeAll(async () => {
  app = await testApp()
  await app.owner.pool.query(`update settings set value = value || '{"undo_seconds": 0}' where key = 'mail'`)
  const row = await app.db.selectFrom('message_moments').selectAll().where('kind', '=', 'quotation-expiry').executeTakeFirstOrThrow() // prettier-ignore
  moment = row.id
  // It is proposed, and goes once somebody switches it on.
  expect([row.active, row.days]).toEqual([false, 3])
  await app.db.updateTable('message_moments').set({ active: false }).where('id', '<>', moment).execute()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('moment_sends').execute()
  await app.db.updateTable('message_moments').set({ active: true, at: '00:00', active_since: new Date(0) }).where('id', '=', moment).execute() // prettier-ignore
  await app.db
    .updateTable('quotations')
    .set({ valid_until: addDays(today(), 60) })
    .execute()
})

/** A quotation that was sent so many days ago and ends so many days from now. */
async function sentQuotation({ ago = 20, left = 3 } = {}): Promise<number> {
  const id = app.story.quotations.loose
  const sent_at = new Date(Date.now() - ago * 86_400_000)
  await app.db.updateTable('quotations').set({ sent_at, viewed_at: null, accepted_at: null, accepted_name: null, declined_at: null, valid_until: addDays(today(), left) }).where('id', '=', id).execute() // prettier-ignore
  await sql`alter table quotations disable trigger touch`.execute(app.owner.db)
  await sql`update quotations set updated_at = now() - interval '1 hour' where id = ${id}`.execute(app.owner.db)
  await sql`alter table quotations enable trigger touch`.execute(app.owner.db)
  return id
}
const mailsOf = (id: number) =>
  app.db.selectFrom('mails').innerJoin('mailings', 'mailings.id', 'mails.mailing_id').select(['mails.id', 'mails.mailing_id', 'mails.recipient', 'mails.object_id'])
    .where('mailings.object_type', '=', 'quotation').where('mailings.object_id', '=', id).orderBy('mails.id').execute() // prettier-ignore
const due = async (id: number) => {
  const before = (await mailsOf(id)).length
  await sendDue(app.services, new Date())
  return (await mailsOf(id)).length - before
}

describe('a quotation that is about to expire', () => {
  it('reminds its customer once, with where it is accepted, and again only of another last day', async () => {
    const id = await sentQuotation()
    expect([await due(id), await due(id)]).toEqual([1, 0])
    const [mail] = (await mailsOf(id)).slice(-1)
    expect(mail!.object_id).toBe(id)
    await sendMailing({ id: mail!.mailing_id! }, app.services)
    const { subject, text_body } = await app.db.selectFrom('mails').select(['subject', 'text_body']).where('id', '=', mail!.id).executeTakeFirstOrThrow() // prettier-ignore
    expect(subject).toMatch(/^Offerte OF\d{4}-\d+ is geldig tot en met \d\d-\d\d-\d{4}$/)
    expect(text_body).toContain('geldig tot en met')
    await sentQuotation({ left: 2 })
    expect([await due(id), await due(id)]).toEqual([1, 0])
  })

  it('reminds nobody who answered, who got it just now, or of what is not about to expire', async () => {
    const id = await sentQuotation({ left: 9 })
    expect(await due(id)).toBe(0)
    await sentQuotation({ ago: 1 })
    expect(await due(id)).toBe(0)
    for (const answer of [{ accepted_at: new Date() }, { declined_at: new Date() }]) {
      await sentQuotation()
      await app.db.updateTable('quotations').set(answer).where('id', '=', id).execute()
      expect(await due(id)).toBe(0)
    }
    await sentQuotation({ left: -1 })
    expect(await due(id)).toBe(0)
  })

  it('is taken for no contact that has its number, which may go', async () => {
    const id = await sentQuotation()
    expect(await due(id)).toBe(1)
    const gone = await app.db.insertInto('contacts').values({ last_name: 'Weg' }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await sql`insert into moment_sends (moment_id, scope_id, subject_id, recipient_id) values (${moment}, 1, ${gone.id}, ${gone.id})`.execute(app.db) // prettier-ignore
    await app.db.deleteFrom('contacts').where('id', '=', gone.id).execute()
    const { rows } = await sql<{ recipient_id: number }>`select recipient_id from moment_sends`.execute(app.db)
    expect(rows).toEqual([{ recipient_id: -id }])
  })

  it('says in its popup what goes by itself, and when', async () => {
    const id = await sentQuotation()
    const planner = await app.as(ROLE.scheduler)
    const { status, text } = await planner.get(`/messages/moments/of/quotation/${id}`)
    expect([status, text]).toEqual([200, expect.stringContaining('3 dagen voor de laatste dag van de offerte')])
    expect(text).toContain(`/messages/moments/add?kind=quotation-expiry&amp;object_id=${id}`)
  })
})
