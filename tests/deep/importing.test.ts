/** Lists that come in: processes that die half-way, and a thousand people who took courses elsewhere. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { momentKinds } from '../../src/system/moments/points.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { processesOf } from '../support/kills.ts'

const LASTS = { timeout: 240_000 }
let app: TestApp
let administrator: Browser
const { killAll, killWhile } = processesOf(() => app)
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(async () => {
  await killAll()
  await app.close()
})

type Row = { line: number; cells: Record<string, string> }
async function prove(table: string, list: string) {
  const { $ } = await administrator.post(`/import/preview?table=${table}`, { list })
  const rows = JSON.parse($('[data-import-rows]').text()) as Row[]
  return { table, rows, key: randomUUID(), expected: $('[data-import-plan]').attr('data-expected')! }
}
type Proof = Awaited<ReturnType<typeof prove>>
const send = (browser: Browser, { table, rows, key, expected }: Proof, from: number) =>
  browser.post('/import/wizard', {
    ...{ table, key, expected, file_names: 'lijst.csv', total: rows.length },
    import_data: JSON.stringify(rows.slice(from, from + 20)),
  })
/** @returns the change set, by which it is taken back */
async function run(proof: Proof): Promise<number> {
  let set = 0
  for (let from = 0; from < proof.rows.length; from += 20) {
    const answer = await send(administrator, proof, from)
    expect([answer.status, answer.text]).toEqual([200, expect.anything()])
    set = answer.undo?.set ?? 0
  }
  return set
}
const numberOf = async (query: string) =>
  (await app.pool.query<{ number: number }>(`select (${query})::integer as number`)).rows[0]!.number

describe('kill -9 in a batch', () => {
  it('leaves nothing of the import, and the same batch sent again does all of it once', LASTS, async () => {
    const list = Array.from({ length: 50 }, (_, i) => `Piet;Gedood ${i};p${i}@gedood.example`)
    const proof = await prove('contacts', ['Voornaam;Achternaam;E-mail', ...list].join('\n'))
    const stored = () => numberOf(`select count(*) from contacts where last_name like 'Gedood %'`)
    const staged = () => numberOf(`select count(*) from import_rows r join imports i on i.id = r.import_id where i.key = '${proof.key}'`) // prettier-ignore
    // Once while rows are put ready, once in the middle of the import itself.
    await killWhile((browser) => send(browser, proof, 0), { table: 'import_rows', on: 'insert', row: 7 }, ROLE.administrator) // prettier-ignore
    expect([await staged(), await stored()]).toEqual([0, 0])
    await send(administrator, proof, 0)
    await send(administrator, proof, 20)
    await killWhile((browser) => send(browser, proof, 40), { table: 'contacts', on: 'insert', row: 33 }, ROLE.administrator) // prettier-ignore
    expect([await staged(), await stored()]).toEqual([40, 0])
    expect((await send(administrator, proof, 40)).json()).toMatchObject({ done: true, new: 50 })
    expect((await send(administrator, proof, 40)).json()).toMatchObject({ done: true })
    expect(await stored()).toBe(50)
  })
})

describe('a thousand people', () => {
  it('come in with what they took before, and nothing is sent, ordered, invoiced or due', LASTS, async () => {
    await app.pool.query(`update courses set order_by = 'enrolment' where product_id is not null`)
    const jobs = `select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier not like 'imports.%'`
    const beside = async () => [
      await numberOf('select count(*) from mails'),
      await numberOf('select count(*) from orders'),
      await numberOf('select count(*) from sale_lines'),
      await numberOf('select count(*) from users'),
      await numberOf(jobs),
    ]
    const due = async () => {
      const { $ } = await administrator.get(`/administration/billing/list?until=${formatDate(today())}`)
      return $('input[name="bills"]').length
    }
    // Whatever can go by itself is switched on, and what is due already has gone before.
    const { id: template_id } = await app.db.insertInto('default_messages').values({ name: 'Vanzelf', subject: 'Vanzelf', content: '<p>Dag</p>' }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    for (const { key, side } of app.services.registry.all(momentKinds))
      await app.db.insertInto('message_moments').values({ kind: key, recipients: 'students', template_id, active_since: new Date(0), ...(side === 'after' ? { days: 0, at: null } : { days: 20, at: '00:00' }) }).execute() // prettier-ignore
    await sendDue(app.services, new Date())
    const before = [await beside(), await due()]
    const people = Array.from({ length: 1000 }, (_, i) => `Duizend;Mens ${i};m${i}@duizend.example`)
    await run(await prove('contacts', ['Voornaam;Achternaam;E-mail', ...people].join('\n')))
    // Since yesterday, so that whatever follows a planning by itself would still be due.
    const days = [addDays(today(), -1), addDays(today(), -5), addDays(today(), -40)].map(formatDate)
    const took = people.map(
      (person, i) => `${person};BHV-B;${days[i % 3]};OUD-${i};${formatDate(addDays(today(), 10))}`,
    )
    const proof = await prove(
      'certificates',
      ['Voornaam;Achternaam;E-mail;Cursus;Datum;Nummer;Geldig tot', ...took].join('\n'),
    )
    expect(proof.expected).toBe('1000-0-0-0-0')
    const set = await run(proof)
    await sendDue(app.services, new Date(Date.now() + 60_000))
    expect([await beside(), await due()]).toEqual(before)
    expect(await numberOf(`select count(*) from certificates where number like 'OUD-%' and issuer is not null`)).toBe(
      1000,
    )
    // A set of so many rows comes back whole.
    expect((await administrator.post(`/undo/${set}`)).trigger.flash).toMatchObject({ str: 'Ongedaan gemaakt' })
    expect(await numberOf(`select count(*) from certificates where number like 'OUD-%'`)).toBe(0)
    expect(await numberOf('select count(*) from appointment_groups where imported')).toBe(0)
  })

  it('come in with what is to come, and nothing is sent or booked, nor told that was due before', LASTS, async () => {
    await app.pool.query(`update courses set order_by = 'none'`)
    const teacher = await app.pool.query(`update contacts set roles = array[${ROLE.teacher}] where email = 'm0@duizend.example' returning id`) // prettier-ignore
    expect(teacher.rowCount).toBe(1)
    const { id: template_id } = await app.db.selectFrom('default_messages').select('id').where('name', '=', 'Vanzelf').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('message_moments').values({ kind: 'planning-begin', recipients: 'responsibles', template_id, active_since: new Date(0), days: 20, at: '00:00' }).execute() // prettier-ignore
    await sendDue(app.services, new Date())
    const tables = ['mails', 'accounting_bookings', 'orders', 'sale_lines', 'invoices', 'users']
    const beside = () => Promise.all(tables.map((table) => numberOf(`select count(*) from ${table}`)))
    const before = await beside()
    const plannings = Array.from({ length: 25 }, (_, i) => `T-${i};BHV-B;${formatDate(addDays(today(), i + 1))};19:00;21:00;Zaal;Kade;1;Ede;Duizend Mens 0;40`) // prettier-ignore
    const planned = await prove('plannings', ['Planning;Cursus;Datum;Begin;Einde;Locatie;Straat;Huisnummer;Plaats;Docent;Max', ...plannings].join('\n')) // prettier-ignore
    expect(planned.expected).toBe('25-0-0-0-0')
    const first = await run(planned)
    const people = Array.from({ length: 1000 }, (_, i) => `Duizend;Mens ${i};m${i}@duizend.example;T-${i % 25}`)
    const enrolled = await prove('enrolments-to-come', ['Voornaam;Achternaam;E-mail;Planning', ...people].join('\n'))
    expect(enrolled.expected).toBe('1000-0-0-0-0')
    const second = await run(enrolled)
    await sendDue(app.services, new Date(Date.now() + 60_000))
    expect(await beside()).toEqual(before)
    const coming = `select count(*) from enrolments e join appointments a on a.id = e.appointment_id join appointment_groups g on g.id = a.group_id where g.old_number like 'T-%'`
    expect(await numberOf(coming)).toBe(1000)
    for (const set of [second, first])
      expect((await administrator.post(`/undo/${set}`)).trigger.flash).toMatchObject({ str: 'Ongedaan gemaakt' })
    expect([await numberOf(coming), await numberOf(`select count(*) from appointment_groups where old_number like 'T-%'`)]).toEqual([0, 0]) // prettier-ignore
    expect(await beside()).toEqual(before)
  })
})
