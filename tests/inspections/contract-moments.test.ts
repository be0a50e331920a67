// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { sendMailing } from '../../src/system/messages/mailing.job.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

const HOME = '/inspections/contracts'
const END = addDays(today(), 30)
let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  const { id, active, days } = await app.db.selectFrom('message_moments').selectAll().where('kind', '=', 'contract-expiry').executeTakeFirstOrThrow() // prettier-ignore
  // It is proposed, and goes once somebody switches it on.
  expect([active, days]).toEqual([false, 60])
  await app.db.updateTable('message_moments').set({ active: false }).execute()
  await app.db.updateTable('message_moments').set({ active: true, at: '00:00', active_since: new Date(0) }).where('id', '=', id).execute() // prettier-ignore
  await app.db.updateTable('inspection_contracts').set({ expires_at: addDays(today(), 300) }).execute() // prettier-ignore
  await app.db.updateTable('companies').set({ email: 'info@delinde.example' }).where('id', '=', app.story.companies.deLinde).execute() // prettier-ignore
  await app.db.updateTable('contacts').set({ email: 'gerrit@delinde.example' }).where('id', '=', app.story.contacts.gerrit).execute() // prettier-ignore
})
afterAll(() => app.close())

/** A contract that ends in a month, and goes on for two weeks each time. */
async function add(owner: Record<string, number> = { company_id: app.story.companies.deLinde }): Promise<number> {
  const answer = await planner.post(`${HOME}/add`, {
    ...{ name: 'Blusmiddelen', for_all_categories: '1', begins_at: formatDate(addDays(today(), -60)) },
    ...{ expires_at: formatDate(END), repeat_count: 2, repeat_unit: 'weeks', notice_months: 1, ...owner },
  })
  expect(answer.status).toBe(200)
  return answer.json<{ id: number }>().id
}
const mailsOf = (id: number) =>
  app.db.selectFrom('mails').innerJoin('mailings', 'mailings.id', 'mails.mailing_id').select(['mails.id', 'mails.mailing_id', 'mails.recipient', 'mails.object_type', 'mails.object_id'])
    .where('mailings.object_type', '=', 'inspectionContract').where('mailings.object_id', '=', id).orderBy('mails.id').execute() // prettier-ignore
/** What goes when the time for undo is over: whom each mail is to. */
async function due(id: number) {
  const before = (await mailsOf(id)).length
  await sendDue(app.services, new Date(Date.now() + 60_000))
  return (await mailsOf(id)).slice(before).map(({ recipient, object_type, object_id }) => [recipient, object_type, object_id]) // prettier-ignore
}
async function lastText(contract: number) {
  const { id, mailing_id } = (await mailsOf(contract)).at(-1)!
  await sendMailing({ id: mailing_id! }, app.services)
  return app.db.selectFrom('mails').select(['subject', 'text_body']).where('id', '=', id).executeTakeFirstOrThrow()
}

describe('a contract that is about to end', () => {
  it('tells the company once, and again after it was extended', async () => {
    const id = await add()
    const company = ['info@delinde.example', 'company', app.story.companies.deLinde]
    expect([await due(id), await due(id)]).toEqual([[company], []])
    const { name } = await app.db.selectFrom('companies').select('name').where('id', '=', app.story.companies.deLinde).executeTakeFirstOrThrow() // prettier-ignore
    const { subject, text_body } = await lastText(id)
    expect(subject).toBe(`Uw contract Blusmiddelen loopt tot ${formatDate(END)}`)
    expect(text_body).toContain(`Beste ${name},`)
    expect(text_body).toContain(`Het contract Blusmiddelen van ${name} loopt tot`)
    expect((await planner.post(`${HOME}/extend/${id}`)).status).toBe(204)
    expect([await due(id), await due(id)]).toEqual([[company], []])
    expect((await lastText(id)).subject).toContain(formatDate(addDays(END, 14)))
  })

  it('tells the contacts that are attached instead, and a person who is the customer', async () => {
    const { gerrit, anouk } = app.story.contacts
    const id = await add()
    for (const contact of [gerrit, anouk])
      await planner.post(`${HOME}/attachContactToInspectionContract/${id}/${contact}`)
    expect((await due(id)).map(([, ...record]) => record).sort()).toEqual([['contact', gerrit], ['contact', anouk]].sort()) // prettier-ignore
    const own = await add({ contact_id: gerrit })
    expect(await due(own)).toEqual([['gerrit@delinde.example', 'contact', gerrit]])
    expect((await lastText(own)).text_body).toContain('Het contract Blusmiddelen van')
  })

  it('tells nobody once it was terminated, unless it goes on after all', async () => {
    const id = await add()
    const form = { terminated_on: formatDate(END), termination_reason: 'Verhuisd', version: 1 }
    expect((await planner.post(`${HOME}/terminate/${id}`, form)).status).toBe(204)
    expect(await due(id)).toEqual([])
    expect((await planner.post(`${HOME}/resume/${id}`)).status).toBe(204)
    expect(await due(id)).toHaveLength(1)
  })

  it('says in its popup what goes by itself, and is written to by hand as well', async () => {
    const id = await add()
    const { text } = await planner.get(`/messages/moments/of/inspectionContract/${id}`)
    expect(text).toContain('60 dagen voor de einddatum van het contract')
    expect((await planner.get(`/messages/of/inspectionContract/${id}`)).text).toContain('/messages/write/contract?')
    const form = { subject: 'Over {{ contract.naam }}', content: '<p>Dag {{ ontvanger.naam }}</p>', 'kinds[]': 'contacts' } // prettier-ignore
    expect((await planner.post(`/messages/write/contract?inspectionContract_id=${id}`, form)).status).toBe(204)
    const [mail] = await mailsOf(id)
    expect(mail).toMatchObject({ recipient: 'info@delinde.example', object_type: 'company' })
    expect((await lastText(id)).subject).toBe('Over Blusmiddelen')
  })
})
