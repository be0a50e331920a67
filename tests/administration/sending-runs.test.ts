import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SEND_RUN, nextSending, sendSome } from '../../src/administration/orders/sending/runs.commands.ts'
import { TOGETHER } from '../../src/administration/orders/sending/runs.job.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { type MailingApp, mailingApp } from '../support/mailing-app.ts'
import { sendWaiting } from '../support/waiting-mails.ts'
import { monthToSend } from './month-support.ts'

const PATH = '/administration/invoices/sending'
const MESSAGE = { subject: '{{ factuur.soort }} {{ factuur.nummer }}', content: '<p>In totaal {{ factuur.bedrag }}.</p>' } // prettier-ignore

let mailing: MailingApp
let app: TestApp
let administrator: Browser
const open = async () => {
  mailing = await mailingApp()
  app = mailing.app
  administrator = await app.as(ROLE.administrator)
}
beforeAll(open)
afterAll(() => mailing.close())
afterEach(async () => {
  await mailing.close()
  await open()
})

const month = (count: number) => monthToSend(app, count)
const begin = (billing: number, ids: number[], more: object = {}, browser = administrator) =>
  browser.post(`${PATH}?billing=${billing}`, { 'invoices[]': ids.map(String), ...MESSAGE, ...more })
const work = () => app.runJobs(SEND_RUN)
/** Sends the next invoice of a run, as the job does with several; false where none is left. */
const sendNext = async (run: number, dies = false): Promise<boolean> => {
  const next = await nextSending(app.db, run, 1)
  if (next.length === 0) return false
  await inTransaction(app.db, null, async (trx) => {
    await sendSome(trx, app.services, run, next)
    if (dies) throw new Error('killed')
  })
  return true
}
const items = async () =>
  (
    await sql<{ id: number; state: string; problem: string | null; uid: string | null; mails: number }>`
      select i.invoice_id as id, i.state, i.problem, v.uid,
        (select count(*)::integer from mails m where m.object_type = 'invoice' and m.object_id = i.invoice_id) as mails
      from sending_items i left join invoices v on v.id = i.invoice_id
      where i.run_id = (select max(id) from sending_runs) order by i.id`.execute(app.db)
  ).rows
const sequences = (rows: { uid: string | null }[]) => rows.map(({ uid }) => Number(uid!.split('-')[1]))
const isGapless = (numbers: number[]) => numbers.every((number, i) => i === 0 || number === numbers[i - 1]! + 1)

describe('sending what a month brought', () => {
  it('opens over exactly what the run made and was not sent, for who may give numbers', async () => {
    const { billing, ids } = await month(3)
    const answer = await administrator.get(`${PATH}?billing=${billing}`)
    const boxes = answer.$('input[name="invoices[]"]').toArray().map((box) => Number(answer.$(box).attr('value'))) // prettier-ignore
    expect([answer.status, boxes.toSorted((a, b) => a - b)]).toEqual([200, ids])
    const step = await administrator.post(`${PATH}?billing=${billing}&step=message`, { 'invoices[]': ids.map(String) })
    expect(step.text).toContain('3 concepten krijgen een nummer')
    for (const role of [ROLE.scheduler, ROLE.supervisor, ROLE.teacher, ROLE.student])
      expect((await begin(billing, ids, {}, await app.as(role))).status).toBe(403)
    expect((await administrator.get(`${PATH}?billing=2147483647`)).status).toBe(404)
    expect(await items()).toMatchObject([{ id: app.story.invoices.concept, state: 'waiting' }])
  })

  it('says before which of them a machine cannot read, where UBL was chosen', async () => {
    const { billing, ids } = await month(2)
    await app.db.updateTable('invoices').set({ reference: null }).where('id', '=', ids[0]!).execute()
    await app.db.updateTable('companies').set({ peppol_id: '0190:00000001823288444000' }).where('id', '=', app.story.companies.deLinde).execute() // prettier-ignore
    const step = async (ubl: string) =>
      (await administrator.post(`${PATH}?billing=${billing}&step=message`, { 'invoices[]': ids.map(String), ubl })).text
    expect(await step('')).not.toContain('Zonder UBL')
    const told = await step('peppol')
    expect(told).toContain('Zonder UBL')
    expect(told.match(/eigen referentie van de overheid/g)).toHaveLength(1)
    const plan = /name="plan" value="([^"]+)"/.exec(told)?.[1]
    expect((await begin(billing, ids, { ubl: 'peppol', plan })).status).toBe(200)
    await app.db.updateTable('companies').set({ peppol_id: null }).execute()
  })

  it('gives each its number and its mail, without gaps, and says how far it is', async () => {
    const { billing, ids } = await month(4)
    expect((await begin(billing, ids, { ubl: 'peppol' })).status).toBe(200)
    expect((await administrator.get(`${PATH}/progress`)).text).toContain('Facturen worden definitief en verstuurd: 0 van 4') // prettier-ignore
    await work()
    const after = await items()
    expect(after.map(({ id, state, mails }) => [id, state, mails])).toEqual(ids.map((id) => [id, 'sent', 1]))
    expect(isGapless(sequences(after))).toBe(true)
    expect((await administrator.get(`${PATH}/progress`)).text).toContain('0 e-mails zijn weg, 4 wachten nog.')
    // What waits for its mail is not offered to be sent once more.
    expect((await administrator.get(`${PATH}?billing=${billing}`)).status).toBe(409)
    await sendWaiting(app)
    expect(mailing.smtp.received.map(({ subject }) => subject).toSorted()).toEqual(after.map(({ uid }) => `Factuur ${uid}`)) // prettier-ignore
    expect(mailing.smtp.received[0]!.files).toHaveLength(2)
    expect((await administrator.get(`${PATH}/progress`)).text).toContain('Alle e-mails zijn weg')
    const again = await administrator.get(`${PATH}?billing=${billing}`)
    expect([again.status, again.text.includes('hoeft niets meer te worden verstuurd')]).toEqual([409, true])
    // One that came back is told apart, and can be sent again.
    await sql`update mails set state = 'bounced' where object_id = ${ids[0]!} and object_type = 'invoice'`.execute(
      app.db,
    )
    await sql`delete from invoice_marks where invoice_id = ${ids[0]!}`.execute(app.db)
    expect((await administrator.get(`${PATH}/progress`)).text).toContain('3 e-mails zijn weg, 1 is niet verstuurd.')
    expect((await administrator.get(`${PATH}/progress`)).text).toContain('4 facturen zijn definitief en gaan per e-mail naar de klant.') // prettier-ignore
    const messages = (await administrator.get(`${PATH}/progress`)).$('a:contains("Berichten bekijken")').attr('href')!
    expect((await administrator.get(messages)).text).toContain('Teruggekomen')
    expect(messages).toContain('bounced')
    // It has its number, so that nothing is made definitive any more.
    const left = (await administrator.get(`${PATH}?billing=${billing}`)).text
    expect([left.includes('Definitief maken'), left.includes('Versturen')]).toEqual([false, true])
    const { rows } = await sql`select subject, content, state from sending_runs order by id desc limit 1`.execute(app.db) // prettier-ignore
    expect(rows).toEqual([{ subject: '', content: '', state: 'done' }])
    // Where no mail server was, none left.
    await sql`update mails set state = 'kept' where object_id = any(${ids}) and object_type = 'invoice'`.execute(app.db)
    await sql`delete from invoice_marks where invoice_id = any(${ids})`.execute(app.db)
    const none = (await administrator.get(`${PATH}/progress`)).$('.billing-run').text().replace(/\s+/g, ' ')
    expect(none).toContain('4 facturen zijn definitief. Begonnen door')
    expect(none).toContain('Er is geen e-mail verstuurd.')
  })

  it('numbers and mails nothing twice, whoever works on it at the same time', async () => {
    const { billing, ids } = await month(6)
    const { id } = (await begin(billing, ids)).json<{ id: number }>()
    const all = async () => {
      while (await sendNext(id));
    }
    await Promise.all([all(), all(), work()])
    const after = await items()
    expect(after.map(({ state, mails }) => [state, mails])).toEqual(ids.map(() => ['sent', 1]))
    expect(isGapless(sequences(after))).toBe(true)
  })

  it('goes on where a process died, with no number without its mail and no mail without its number', async () => {
    const { billing, ids } = await month(3)
    const { id } = (await begin(billing, ids)).json<{ id: number }>()
    await sendNext(id)
    await expect(sendNext(id, true)).rejects.toThrow('killed')
    expect((await items()).map(({ state, mails, uid }) => [state, mails, uid !== null])).toEqual([['sent', 1, true], ['waiting', 0, false], ['waiting', 0, false]]) // prettier-ignore
    await work()
    const after = await items()
    expect(after.map(({ state, mails }) => [state, mails])).toEqual(ids.map(() => ['sent', 1]))
    expect(isGapless(sequences(after))).toBe(true)
  })

  it('sends as many as share a transaction and more, in one mailing each time', async () => {
    const { billing, ids } = await month(TOGETHER + 1)
    await begin(billing, ids)
    await work()
    const after = await items()
    expect(after.map(({ id, state, mails }) => [id, state, mails])).toEqual(ids.map((id) => [id, 'sent', 1]))
    expect(isGapless(sequences(after))).toBe(true)
    const { rows } = await sql<{ mails: number }>`select count(*)::integer as mails from mails where object_type = 'invoice'
      and object_id = any(${ids}) group by mailing_id order by mailing_id`.execute(app.db) // prettier-ignore
    expect(rows.map(({ mails }) => mails)).toEqual([TOGETHER, 1])
  })

  it('leaves the one that turns out to be impossible as it gets its number, and sends those beside it', async () => {
    const { billing, ids } = await month(3)
    const [late, ...ready] = ids as [number, number, number]
    await sql`update invoices set invoice_date = ${addDays(today(), -1)} where id = ${late}`.execute(app.db)
    const { id } = (await begin(billing, ids)).json<{ id: number }>()
    // Nothing is wrong with it while it is first; behind invoices of today it is late.
    const { rows } = await sql<{ shown: string }>`delete from sending_items where invoice_id = ${late} and run_id = ${id} returning shown`.execute(app.db) // prettier-ignore
    await sql`insert into sending_items (run_id, invoice_id, shown) values (${id}, ${late}, ${rows[0]!.shown})`.execute(app.db) // prettier-ignore
    await work()
    const after = await items()
    expect(after.map(({ id, state, mails }) => [id, state, mails])).toEqual([[ready[0], 'sent', 1], [ready[1], 'sent', 1], [late, 'skipped', 0]]) // prettier-ignore
    expect(after[2]).toMatchObject({ uid: null, problem: expect.any(String) as string })
    expect(isGapless(sequences(after.slice(0, 2)))).toBe(true)
  })

  it('stops after the one that is being sent, and goes on later, in the name of who says so', async () => {
    const { billing, ids } = await month(3)
    const sends = async () => (await administrator.get('/administration/billing/run')).$(`[href*="sending?billing=${billing}"]`) // prettier-ignore
    await app.db.updateTable('sending_runs').set({ state: 'done' }).execute()
    expect((await sends()).attr('class')).toContain('btn-primary')
    const { id } = (await begin(billing, ids)).json<{ id: number }>()
    // A second would be refused, so that none is offered; once stopped, going on leads.
    expect(await sends()).toHaveLength(0)
    await sendNext(id)
    expect((await administrator.post(`${PATH}/steer/${id}`, { running: '0' })).status).toBe(204)
    await work()
    expect((await items()).map(({ state }) => state)).toEqual(['sent', 'waiting', 'waiting'])
    expect((await administrator.get(`${PATH}/progress`)).text).toContain('Gestopt met versturen: 1 van 3')
    expect((await sends()).attr('class')).not.toContain('btn-primary')
    expect((await administrator.post(`${PATH}/steer/${id}`, { running: '1' })).status).toBe(204)
    await work()
    expect((await items()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    expect((await administrator.post(`${PATH}/steer/${id}`, { running: '1' })).status).toBe(409)
    expect((await administrator.post(`${PATH}/steer/2147483647`, { running: '0' })).status).toBe(404)
  })

  it('that was stopped ends where another begins: what waited in it goes with the other, and it does not go on', async () => {
    const { billing, ids } = await month(3)
    const { id } = (await begin(billing, ids)).json<{ id: number }>()
    await sendNext(id)
    expect((await administrator.post(`${PATH}/steer/${id}`, { running: '0' })).status).toBe(204)
    expect((await begin(billing, ids.slice(1))).status).toBe(200)
    const { rows } = await sql`select r.state, r.subject, i.state as item, i.problem from sending_runs r join sending_items i on i.run_id = r.id
      where r.id = ${id} order by i.id`.execute(app.db) // prettier-ignore
    const skipped = { state: 'done', subject: '', item: 'skipped', problem: 'Gestopt voordat deze aan de beurt was.' }
    expect(rows).toEqual([{ state: 'done', subject: '', item: 'sent', problem: null }, skipped, skipped])
    await work()
    expect((await administrator.post(`${PATH}/steer/${id}`, { running: '1' })).status).toBe(409)
    expect((await items()).map(({ state, mails }) => [state, mails])).toEqual([['sent', 1], ['sent', 1]]) // prettier-ignore
  })

  it('leaves one whose mail would go to another address than was shown', async () => {
    const { billing, ids } = await month(1)
    await begin(billing, ids)
    await app.db.updateTable('companies').set({ invoice_email: 'elders@delinde.example' }).where('id', '=', app.story.companies.deLinde).execute() // prettier-ignore
    await work()
    expect(await items()).toMatchObject([{ state: 'skipped', mails: 0, uid: null, problem: expect.stringContaining('Intussen gewijzigd') as string }]) // prettier-ignore
  })

  it('leaves what changed since it was shown, or cannot be sent any more, and sends the others', async () => {
    const { billing, ids } = await month(4)
    const [changed, gone, ready, later] = ids as [number, number, number, number]
    await begin(billing, ids)
    await sql`update sale_lines set description = 'Iets anders' where invoice_id = ${changed}`.execute(app.db)
    expect((await administrator.post('/administration/invoice/delete', { id: gone })).status).toBeLessThan(300)
    await sql`update invoices set invoice_date = ${addDays(today(), -40)} where id = ${later}`.execute(app.db)
    await work()
    const after = await items()
    expect(after.map(({ id, state }) => [id, state])).toEqual([[changed, 'skipped'], [gone, 'skipped'], [ready, 'sent'], [later, 'skipped']]) // prettier-ignore
    expect(after[0]!.problem).toContain('Intussen gewijzigd')
    expect(after[1]!.problem).toContain('is er niet meer')
    expect(after[3]!.problem).toContain('kan nog niet definitief worden')
    const { text } = await administrator.get(`${PATH}/progress`)
    expect(text).toContain('1 factuur is definitief en gaat per e-mail naar de klant.')
    expect(text).toContain('Intussen gewijzigd. Bekijk deze factuur opnieuw.')
  })

  it('stops where who began it may send no more, until somebody who may goes on', async () => {
    const { billing, ids } = await month(2)
    const { id } = (await begin(billing, ids)).json<{ id: number }>()
    await sql`update sending_runs set started_by = ${app.story.users[ROLE.scheduler]} where id = ${id}`.execute(app.db)
    await work()
    expect((await items()).map(({ state, mails }) => [state, mails])).toEqual([['waiting', 0], ['waiting', 0]]) // prettier-ignore
    expect((await administrator.get(`${PATH}/progress`)).text).toContain('Ga verder om het in uw naam te doen.')
    await administrator.post(`${PATH}/steer/${id}`, { running: '1' })
    await work()
    const { rows } = await sql<{ sender: number }>`select distinct sender_id as sender from mailings g join mails m on m.mailing_id = g.id
      where m.object_type = 'invoice' and m.object_id = any(${ids})`.execute(app.db) // prettier-ignore
    expect(rows).toEqual([{ sender: app.story.users[ROLE.administrator] }])
  })

  it('does not begin beside another, with nothing, with what cannot be sent, or other than it was shown', async () => {
    const { billing, ids } = await month(2)
    expect((await begin(billing, [])).status).toBe(422)
    expect((await begin(billing, [app.story.invoices.bare])).status).toBe(422)
    expect((await begin(billing, ids, { subject: '{{ factuur.onzin }}' })).status).toBe(422)
    expect((await begin(billing, ids, { ubl: 'x' })).status).toBe(422)
    expect((await begin(billing, ids, { plan: 'of-yesterday' })).status).toBe(409)
    expect((await begin(billing, ids)).status).toBe(200)
    expect((await begin(billing, ids)).status).toBe(409)
    expect((await administrator.post(`${PATH}/steer/${app.story.sendingRun}`, { running: '1' })).status).toBe(409)
    expect(await items()).toHaveLength(2)
  })
})
