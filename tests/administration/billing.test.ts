// clock
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { BILL, billNext, setRunning } from '../../src/administration/invoices/billing/billing.commands.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

const HOME = '/administration/billing'
const until = formatDate(today())

describe('a billing run', () => {
  let app: TestApp
  let planner: Browser
  const open = async () => {
    app = await testApp()
    planner = await app.as(ROLE.scheduler)
  }
  beforeAll(open)
  afterAll(() => app.close())
  afterEach(async () => {
    await app.close()
    await open()
  })

  /** The bills that are shown, by whether they are ticked. */
  const shown = async () => {
    const { $ } = await planner.get(`${HOME}/list?until=${until}`)
    const boxes = $('input[name="bills"]')
      .map((_i, box) => ({
        value: $(box).attr('value')!,
        name: $(box).attr('aria-label')!,
        cents: Number($(box).attr('data-cents')),
        ready: $(box).attr('checked') !== undefined,
        blocked: $(box).attr('disabled') !== undefined,
      }))
      .get()
    return boxes
  }
  const start = (bills: string[], browser = planner) => {
    const form = [['until', until], ['invoice_date', until], ...bills.map((bill) => ['bills', bill])]
    return browser.raw(`${HOME}/start`, String(new URLSearchParams(form as [string, string][])))
  }
  const work = () => app.runJobs(BILL)
  const made = async () =>
    (
      await sql<{ id: number; base: string; bill: string; state: string; problem: string | null }>`
        select v.id, v.base, i.bill, i.state, i.problem from billing_items i left join invoices v on v.id = i.invoice_id
        where i.run_id = (select max(id) from billing_runs) order by i.id`.execute(app.db)
    ).rows

  it('makes exactly the concepts that were shown, and nothing of it is shown again', async () => {
    const before = await shown()
    const ready = before.filter(({ blocked }) => !blocked)
    expect(ready.length).toBeGreaterThan(10)
    expect((await start(ready.map(({ value }) => value))).status).toBe(200)
    await work()
    const after = await made()
    expect(after.map(({ bill, base, state }) => [bill, Number(base), state])).toEqual(
      ready.map(({ value, cents }) => [value.split('~')[0], cents, 'made']),
    )
    const left = await shown()
    expect(left.filter(({ blocked }) => !blocked)).toEqual([])
    expect(left).toHaveLength(before.filter(({ blocked }) => blocked).length)
  })

  it('is what the file says to the cent, which schedulers get and supervisors do not', async () => {
    const { text } = await planner.get(`${HOME}/preview?until=${until}`)
    const lines = parse<Record<string, string>>(text, { delimiter: ';', bom: true, columns: true })
    const cents = lines.map((line) => Math.round(Number(line['Exclusief btw']!.replace(',', '.')) * 100))
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
    expect(sum(cents)).toBe(sum((await shown()).map((bill) => bill.cents)))
    for (const role of [ROLE.supervisor, ROLE.teacher, ROLE.student]) {
      const other = await app.as(role)
      expect((await other.get(`${HOME}/list`)).status).toBe(403)
      expect((await start([(await shown())[0]!.value], other)).status).toBe(403)
    }
  })

  it('skips what changed since it was shown, says so, and goes on with the others', async () => {
    const [first, second] = (await shown()).filter(({ ready, name }) => ready && name !== 'Transport Kuipers B.V.')
    const kuipers = (await shown()).find(({ name }) => name === 'Transport Kuipers B.V.')!
    expect((await start([first!.value, kuipers.value, second!.value])).status).toBe(200)
    await sql`update sale_lines set price = price + 1 where order_id in
      (select id from orders where company_id = ${Number(/\d+/.exec(kuipers.value)![0])}) and delivered and destination is null`.execute(
      app.db,
    )
    await work()
    expect((await made()).map(({ state }) => state)).toEqual(['made', 'skipped', 'made'])
    const { text } = await planner.get(`${HOME}/run`)
    expect(text).toContain('2 concepten gemaakt')
    expect(text).toContain('Intussen gewijzigd. Bekijk deze klant opnieuw.')
    expect((await shown()).map(({ name }) => name)).toContain('Transport Kuipers B.V.')
  })

  it('invoices nothing twice, whoever works on it at the same time', async () => {
    const ready = (await shown()).filter((bill) => bill.ready)
    await start(ready.map(({ value }) => value))
    const { db, services } = app
    const run = (await sql<{ id: number }>`select max(id) as id from billing_runs`.execute(db)).rows[0]!.id
    const all = async () => {
      while ((await inTransaction(db, null, (trx) => billNext(trx, services.registry, run))) !== undefined);
    }
    await Promise.all([all(), all(), all()])
    expect((await made()).filter(({ state }) => state === 'made')).toHaveLength(ready.length)
    const twice = await sql`select source_id from sale_lines where invoice_id is not null and source_id is not null
      group by source_id having count(*) > 1`.execute(db)
    expect(twice.rows).toEqual([])
  })

  it('goes on where a process died, with nothing half made', async () => {
    const ready = (await shown()).filter((bill) => bill.ready)
    await start(ready.map(({ value }) => value))
    const { db, services } = app
    const run = (await sql<{ id: number }>`select max(id) as id from billing_runs`.execute(db)).rows[0]!.id
    await inTransaction(db, null, (trx) => billNext(trx, services.registry, run))
    const dying = inTransaction(db, null, async (trx) => {
      await billNext(trx, services.registry, run)
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect((await made()).map(({ state }) => state)).toEqual(ready.map((_bill, i) => (i === 0 ? 'made' : 'waiting')))
    await work()
    expect((await made()).every(({ state }) => state === 'made')).toBe(true)
  })

  it('stops after the one that is being made, and goes on later', async () => {
    const ready = (await shown()).filter((bill) => bill.ready)
    const { id } = (await start(ready.map(({ value }) => value))).json<{ id: number }>()
    const { db, services } = app
    await inTransaction(db, null, (trx) => billNext(trx, services.registry, id))
    expect((await planner.post(`${HOME}/steer/${id}`, { running: '0' })).status).toBe(204)
    await work()
    expect((await made()).filter(({ state }) => state === 'made')).toHaveLength(1)
    const { text } = await planner.get(`${HOME}/run`)
    expect(text).toContain(`Gestopt: 1 van ${ready.length}`)
    await planner.post(`${HOME}/steer/${id}`, { running: '1' })
    await work()
    expect((await made()).filter(({ state }) => state === 'made')).toHaveLength(ready.length)
    expect((await planner.post(`${HOME}/steer/${id}`, { running: '0' })).status).toBe(409)
  })

  it('is taken back whole, after which all of it can be invoiced again', async () => {
    const before = await shown()
    const { id } = (await start(before.filter(({ ready }) => ready).map(({ value }) => value))).json<{ id: number }>()
    expect((await planner.post(`${HOME}/withdraw/${id}`)).status).toBe(409)
    await work()
    expect((await planner.post(`${HOME}/withdraw/${id}`)).status).toBe(204)
    const same = (bills: Awaited<ReturnType<typeof shown>>) => bills.map(({ name, cents }) => [name, cents])
    expect(same(await shown())).toEqual(same(before))
  })

  it('leads administrators on to numbers and sending, and schedulers as far as the concepts', async () => {
    const [one] = (await shown()).filter(({ ready }) => ready)
    await start([one!.value])
    await work()
    const invoice = (await made())[0]!.id
    const administrator = await app.as(ROLE.administrator)
    const links = async (browser: Browser) => {
      const { $ } = await browser.get(`${HOME}/run`)
      return $('a[data-popup]')
        .map((_i, link) => $(link).attr('href'))
        .get()
    }
    expect(await links(planner)).toEqual([])
    const run = (await sql<{ id: number }>`select max(id) as id from billing_runs`.execute(app.db)).rows[0]!.id
    // Those of the run before it as well, of which a concept is left.
    const both = [run, app.story.billingRun].map((id) => `/administration/invoices/sending?billing=${id}`)
    expect(await links(administrator)).toEqual(both)
    // One that got its number apart still has to be sent.
    expect((await administrator.post(`/administration/invoice/definitive/${invoice}`)).status).toBeLessThan(300)
    expect(await links(administrator)).toEqual(both)
  })

  it('that was stopped ends when another begins: what waited is in the list, what it made can be taken back or sent', async () => {
    const [first, second, third] = (await shown()).filter(({ ready }) => ready)
    const { id } = (await start([first!.value, second!.value])).json<{ id: number }>()
    await inTransaction(app.db, null, (trx) => billNext(trx, app.services.registry, id))
    await planner.post(`${HOME}/steer/${id}`, { running: '0' })
    await work()
    const next = (await start([third!.value])).json<{ id: number }>().id
    // It goes on no more, beside another or after it, and who still sees it hears that a part of it was not made.
    const steered = async () => {
      const { status, text } = await planner.post(`${HOME}/steer/${id}`, { running: '1' })
      return [status, text.includes('Deze maandafsluiting is al beëindigd. Wat er nog niet in zat, staat weer in de lijst.')] // prettier-ignore
    }
    expect(await steered()).toEqual([409, true])
    await work()
    expect(await steered()).toEqual([409, true])
    // Of one that came to its end all was made.
    expect((await planner.post(`${HOME}/steer/${next}`, { running: '1' })).text).toContain('Alle concepten zijn al gemaakt.') // prettier-ignore
    const names = (await shown()).map(({ name }) => name)
    expect([first, second, third].map((bill) => names.includes(bill!.name))).toEqual([false, true, false])
    const lines = async (browser: Browser) => {
      const { $ } = await browser.get(`${HOME}/run`)
      return $('.billing-run p, .billing-run details li')
        .map((_i, line) => ({
          text: $(line).find('.grow').text(),
          url: $(line).find(`[data-post^="${HOME}/withdraw"]`).attr('data-post'),
          sends: $(line).find('[href*="/sending?billing="]').attr('href'),
        }))
        .get()
    }
    const [last, earlier] = await lines(await app.as(ROLE.administrator))
    expect([last!.text, last!.url]).toEqual([expect.stringMatching(/^1 concept gemaakt, nog niet verstuurd /), `${HOME}/withdraw/${next}`]) // prettier-ignore
    expect(earlier).toEqual({ text: `1 concept tot en met ${until}, door Sanne Willems`, url: `${HOME}/withdraw/${id}`, sends: `/administration/invoices/sending?billing=${id}` }) // prettier-ignore
    expect((await planner.post(`${HOME}/withdraw/${id}`)).status).toBe(204)
    expect((await lines(planner)).map(({ url }) => url)).toEqual([next, app.story.billingRun].map((run) => `${HOME}/withdraw/${run}`)) // prettier-ignore
    expect((await shown()).map(({ name }) => name)).toContain(first!.name)
  })

  it('goes on once, however often that is asked, and stops once', async () => {
    const ready = (await shown()).filter((bill) => bill.ready)
    const { id } = (await start(ready.map(({ value }) => value))).json<{ id: number }>()
    const steer = async (run: number, running: '0' | '1') =>
      (await planner.post(`${HOME}/steer/${run}`, { running })).status
    expect(await steer(id, '1')).toBe(204)
    // Another that was stopped stays so beside it.
    expect(await steer(app.story.billingRun, '1')).toBe(409)
    expect([await steer(id, '0'), await steer(id, '0')]).toEqual([204, 204])
    expect(await Promise.all([steer(id, '1'), steer(id, '1'), steer(id, '1')])).toEqual([204, 204, 204])
    await work()
    expect((await made()).filter(({ state }) => state === 'made')).toHaveLength(ready.length)
  })

  it('is waited for by who goes on while its last concept is being made, with no deadlock', async () => {
    const [one] = (await shown()).filter(({ ready }) => ready)
    const { id } = (await start([one!.value])).json<{ id: number }>()
    const { db, services, owner } = app
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    // Neither is tried again, which would hide a deadlock.
    const other = await db.transaction().execute(async (trx) => {
      await billNext(trx, services.registry, id)
      const goingOn = db.transaction().execute((beside) => setRunning(beside, id, true)).catch((error: Error) => error.message) // prettier-ignore
      await expect.poll(async () => (await owner.pool.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1)
      // The run is done: its row is written while the other waits.
      await billNext(trx, services.registry, id)
      return { goingOn }
    })
    expect(await other.goingOn).toBe('Alle concepten zijn al gemaakt.')
  })

  it('does not begin beside another, with nothing, or with what is no bill', async () => {
    const [one] = (await shown()).filter(({ ready }) => ready)
    expect((await start([])).status).toBe(422)
    for (const wrong of ['x', 'company-1', `company-99999999999~a`, `${'company-1.'.padEnd(130, 'a')}~b`])
      expect((await start([wrong])).status).toBe(422)
    expect((await start([one!.value])).status).toBe(200)
    expect((await start([one!.value])).status).toBe(409)
    const unknown = await planner.post(`${HOME}/steer/2147483647`, { running: '0' })
    expect(unknown.status).toBe(404)
  })

  it('leaves a planning that is not finished for later, with the way to finish it', async () => {
    const { rows } = await sql<{ id: number }>`
      update appointments set status = 'executed' where group_id = (select group_id from appointments
        where id = ${app.story.appointments.finished}) returning id`.execute(app.db)
    const { text } = await planner.get(`${HOME}/list?until=${until}`)
    expect(text).toContain('is nog niet afgerond')
    expect(text).toContain(`/calendar/getFinishWizard/${Math.min(...rows.map(({ id }) => id))}`)
  })

  it('takes a planning once all of it was held, and an order of which a part is left for a second look', async () => {
    const { finished } = app.story.appointments
    const last = await sql<{ day: string; first: number }>`
      select max(ends_at)::date::text as day, min(id)::integer as first from appointments
      where group_id = (select group_id from appointments where id = ${finished}) and status <> 'cancelled'`.execute(
      app.db,
    )
    const { day, first } = last.rows[0]!
    const lines = async (until: string) => {
      const { $ } = await planner.get(`${HOME}/list?until=${formatDate(until)}`)
      return $('.billing-line')
        .map((_i, line) => $(line).html())
        .get()
    }
    const names = (line: string) => line.includes(`/calendar/view-appointment/${first}"`)
    expect((await lines(day)).some(names)).toBe(true)
    expect((await lines(addDays(day, -1))).some(names)).toBe(false)
    // Its invoice says when it was held.
    const { $ } = await planner.get(`${HOME}/list?until=${until}`)
    const bill = $('.billing-line').toArray().find((line) => names($(line).html()!))! // prettier-ignore
    await start([$(bill).find('input[name="bills"]').attr('value')!])
    await work()
    const { rows } = await sql<{ told: boolean }>`select ${day} between coalesce(v.delivered_from, v.delivered_on) and v.delivered_on as told from billing_items i join invoices v on v.id = i.invoice_id order by i.id desc limit 1`.execute(app.db) // prettier-ignore
    expect(rows).toEqual([{ told: true }])
    const { open } = app.story.orders
    const partly = (await lines(today())).find((line) => line.includes(`/administration/order/view/${open}"`))!
    expect(partly).toMatch(/Nog \d+ van order \S+ niet geleverd/)
    expect(partly).not.toContain(' checked')
  })

  it('looks no further than the day that was asked for', async () => {
    const day = formatDate(addDays(today(), -600))
    const { $, text } = await planner.get(`${HOME}/list?until=${day}`)
    expect($('input[name="bills"]')).toHaveLength(0)
    // Not all is invoiced while a concept of a run waits.
    expect(text).toContain('Nog 1 factuur te versturen')
    await app.db.deleteFrom('billing_items').execute()
    expect((await planner.get(`${HOME}/list?until=${day}`)).text).toContain('Alles is gefactureerd')
    for (const odd of ['99-99-9999', '01-01-9999', 'gisteren', ''])
      expect((await planner.get(`${HOME}/list?until=${odd}`)).status).toBe(200)
  })
})
