import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeConcept, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { sendMail } from '../../src/platform/mail/sending.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { type MailingApp, mailingApp } from '../support/mailing-app.ts'
import { sendWaiting } from '../support/waiting-mails.ts'

let mailing: MailingApp
let app: TestApp
let administrator: Browser
let planner: Browser
beforeAll(async () => {
  mailing = await mailingApp()
  app = mailing.app
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => mailing.close())
beforeEach(async () => {
  await address('facturen@delinde.example')
  mailing.smtp.received.length = 0
})

const PATH = '/administration/invoice/getSendWizard/'
const MESSAGE = {
  subject: '{{ factuur.soort }} {{ factuur.nummer }}',
  content: '<p>Beste {{ ontvanger.naam }}, in totaal {{ factuur.bedrag }}.</p>',
}

/** Of De Linde, with a reference, without which no machine reads it. */
const concept = (more: object = {}) =>
  inTransaction(app.db, null, (trx) =>
    makeConcept(trx, app.services.registry, {
      company_id: app.story.companies.deLinde,
      contact_id: null,
      reference: 'Najaar',
      added: [{ product_id: app.story.products.bhvBook, count: '2' }],
      ...more,
    }),
  )
async function definitive(more: object = {}): Promise<{ id: number; uid: string }> {
  const id = await concept(more)
  return { id, uid: await inTransaction(app.db, null, (trx) => makeDefinitive(trx, id)) }
}
const address = (invoice_email: string | null) =>
  app.db.updateTable('companies').set({ invoice_email }).where('id', '=', app.story.companies.deLinde).execute()
const stateOf = async (id: number) =>
  (await app.db.selectFrom('invoices').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const mailsOf = (id: number) =>
  app.db
    .selectFrom('mails')
    .selectAll()
    .where('object_type', '=', 'invoice')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
const send = (ids: number[], more: object = {}, browser = administrator) =>
  browser.post(`${PATH}?ids=${ids.join(',')}`, { 'invoices[]': ids.map(String), ...MESSAGE, ...more })
const todo = async (id: number) =>
  (await administrator.get(`/administration/invoice/view/${id}`)).$('[aria-label="Over deze factuur"]').text()

describe('sending invoices', () => {
  it('opens for an administrator over chosen invoices, and says where each goes [R-213][S-137]', async () => {
    const { id, uid } = await definitive()
    const answer = await administrator.get(`${PATH}?ids=${id},${app.story.invoices.bare}`)
    expect([answer.status, answer.$('[data-step-key]').toArray().map((step) => answer.$(step).attr('data-step-key'))]).toEqual([200, ['invoices', 'message']]) // prettier-ignore
    const row = (of: number) => answer.$(`input[value="${of}"]`).closest('tr')
    expect(row(id).text()).toContain(uid)
    expect(row(id).text()).toContain('facturen@delinde.example')
    expect(row(id).find('input').attr('checked')).toBeDefined()
    expect(row(app.story.invoices.bare).find('input').attr('disabled')).toBeDefined()
    expect(row(app.story.invoices.bare).find('a').attr('href')).toBeTruthy()
    expect((await planner.get(`${PATH}?ids=${id}`)).status).toBe(403)
    expect((await (await app.as(ROLE.supervisor)).get(`${PATH}?ids=${id}`)).status).toBe(403)
    expect((await administrator.get(PATH)).status).toBe(404)
  })

  it('says what it does when it fails without saying why [M-100][A-176]', async () => {
    const { id } = await definitive()
    const { text } = await administrator.get(`${PATH}?ids=${id}`)
    expect(text).toContain('Er ging iets mis bij het verzenden.')
  })

  it('sends the kept PDF and the UBL, and the invoice is sent once the mail left', async () => {
    const { id, uid } = await definitive()
    const answer = await send([id], { ubl: 'peppol' })
    expect([answer.status, answer.trigger.flash?.str]).toEqual([200, '1 factuur wordt verzonden'])
    expect(await stateOf(id)).toBe('definitive')
    expect(await todo(id)).toContain('E-mail aan facturen@delinde.example is onderweg')
    await sendWaiting(app)
    expect(mailing.smtp.received).toMatchObject([
      {
        to: 'facturen@delinde.example',
        subject: `Factuur ${uid}`,
        files: [`factuur-${uid}.pdf`, `factuur-${uid}.xml`],
      },
    ])
    expect(mailing.smtp.received[0]!.text).toContain('Beste Zorggroep De Linde')
    expect(await stateOf(id)).toBe('sent')
    const kept = await app.db
      .selectFrom('kept_papers')
      .selectAll()
      .where('invoice_id', '=', id)
      .executeTakeFirstOrThrow()
    const carried = await app.db
      .selectFrom('mail_attachments')
      .innerJoin('stored_files', 'stored_files.id', 'file_id')
      .select('sha256')
      .where('mail_id', '=', (await mailsOf(id))[0]!.id)
      .execute()
    expect(carried.map(({ sha256 }) => sha256)).toContain(kept.sha256)
  })

  it('gives concepts their numbers with it, in the order of their days, and says so first', async () => {
    const ids = [await concept(), await concept()]
    const step = await administrator.post(`${PATH}?ids=${ids.join(',')}&step=message`, {
      'invoices[]': ids.map(String),
    })
    expect(step.text).toContain('2 concepten krijgen')
    const plan = step.$('input[name=plan]').val() as string
    const answer = await send(ids, { plan })
    expect(answer.trigger.flash?.str).toBe('2 facturen definitief gemaakt, 2 facturen worden verzonden')
    expect(answer.undo).toBeUndefined()
    await sendWaiting(app)
    const uids = await app.db.selectFrom('invoices').select('uid').where('id', 'in', ids).orderBy('id').execute()
    expect(mailing.smtp.received.map(({ subject }) => subject).sort()).toEqual(uids.map(({ uid }) => `Factuur ${uid}`))
  })

  it('leaves out one that cannot, and says so before and after; the others go', async () => {
    const { id } = await definitive()
    const { bare } = app.story.invoices
    const step = await administrator.post(`${PATH}?ids=${id},${bare}&step=message`, { 'invoices[]': [id, bare] as never }) // prettier-ignore
    expect(step.text).toMatch(/Gaat niet mee[\s\S]*Het concept voor .* kan nog niet definitief worden/)
    const answer = await send([id, bare], { plan: step.$('input[name=plan]').val() as string })
    expect([answer.status, answer.json<{ invoices: number[] }>().invoices]).toEqual([200, [id]])
    expect(answer.trigger.flash?.str).toContain('1 factuur wordt verzonden. Niet verzonden: Het concept voor')
    expect([(await mailsOf(id)).length, await stateOf(bare)]).toEqual([1, 'concept'])
    await sendWaiting(app)
    const none = await send([bare])
    expect([none.status, none.json<{ invoices: string[] }>().invoices[0]]).toEqual([422, expect.stringContaining('Het concept voor')]) // prettier-ignore
  })

  it('sends nothing twice: not by a second window, and not by one that comes later', async () => {
    const { id } = await definitive()
    const step = () => administrator.post(`${PATH}?ids=${id}&step=message`, { 'invoices[]': id })
    const [first, second] = [await step(), await step()].map(({ $ }) => $('input[name=plan]').val() as string)
    const answers = await Promise.all([send([id], { plan: first! }), send([id], { plan: second! })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    await sendWaiting(app)
    const late = await send([id], { plan: second! })
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('intussen iets gewijzigd')])
    await sendWaiting(app)
    expect(mailing.smtp.received).toHaveLength(1)
  })

  it('is taken back while the mail waits, and after that the invoice can be sent anew', async () => {
    const { id } = await definitive()
    const { undo } = await send([id])
    expect((await administrator.post(`/undo/${undo!.set}`)).status).toBe(204)
    await sendWaiting(app)
    expect([mailing.smtp.received, await stateOf(id)]).toEqual([[], 'definitive'])
    expect((await send([id])).status).toBe(200)
  })

  it('is not sent when its mail is refused, and says so', async () => {
    await address('weiger@delinde.example')
    const { id } = await definitive()
    await send([id])
    await sendWaiting(app)
    expect(await stateOf(id)).toBe('definitive')
    expect(await todo(id)).toContain('E-mail aan weiger@delinde.example is geweigerd')
    // Sent again to an address that holds, it counts like the first.
    const [mail] = await mailsOf(id)
    await planner.post(`/messages/resend/${mail!.id}`, { to: 'boekhouding@delinde.example' })
    await sendMail({ id: (await mailsOf(id)).at(-1)!.id }, app.services)
    expect(await stateOf(id)).toBe('sent')
  })

  it('is sent no more when its mail comes back, but for what was told by hand', async () => {
    const [byMail, byHand] = [await definitive(), await definitive()]
    await administrator.post(`/administration/invoice/status/${byHand.id}`, { status: 'sent' })
    await send([byMail.id, byHand.id])
    await sendWaiting(app)
    for (const { id } of [byMail, byHand])
      await planner.post(`/messages/settle/${(await mailsOf(id))[0]!.id}`, { state: 'bounced' })
    expect([await stateOf(byMail.id), await stateOf(byHand.id)]).toEqual(['definitive', 'sent'])
    expect(await todo(byMail.id)).toContain('kwam terug')
  })

  it('names who has no address, with the way to where it is filled in', async () => {
    await address(null)
    await app.db.updateTable('companies').set({ email: null }).where('id', '=', app.story.companies.deLinde).execute()
    const { id } = await definitive()
    const row = (await administrator.get(`${PATH}?ids=${id}`)).$(`input[value="${id}"]`).closest('tr')
    expect(row.text()).toContain('Heeft geen e-mailadres')
    expect(row.find('a').attr('href')).toBe(`/company/edit/${app.story.companies.deLinde}`)
    expect((await send([id])).json()).toEqual({ invoices: [expect.stringContaining('heeft geen e-mailadres.')] })
  })

  it('sends a person the PDF alone, and says that before', async () => {
    const { id, uid } = await definitive({ company_id: null, contact_id: app.story.contacts.student })
    await app.db
      .updateTable('contacts')
      .set({ email: 'bram@post.example' })
      .where('id', '=', app.story.contacts.student)
      .execute()
    const step = await administrator.post(`${PATH}?ids=${id}&step=message`, { 'invoices[]': id, ubl: 'peppol' })
    expect(step.text).toContain('is een particulier en krijgt de PDF')
    await send([id], { ubl: 'peppol' })
    await sendWaiting(app)
    expect(mailing.smtp.received).toMatchObject([{ to: 'bram@post.example', files: [`factuur-${uid}.pdf`] }])
  })

  it('writes of an invoice without sending it', async () => {
    const { id } = await definitive()
    await planner.post(`/messages/write/invoice?invoice_id=${id}`, { subject: 'Vraag', content: '<p>Klopt dit?</p>' })
    await sendWaiting(app)
    expect(mailing.smtp.received).toMatchObject([{ subject: 'Vraag', files: [] }])
    expect(await stateOf(id)).toBe('definitive')
  })

  it('shows the message as its reader gets it', async () => {
    const { id, uid } = await definitive()
    const { $ } = await administrator.post(`/messages/preview/invoice?ids=${id}&live=1`, { ...MESSAGE, preview: id })
    expect($('.mail-subject').text()).toBe(`Factuur ${uid}`)
  })

  it('shows that a link will be there which is made with the sending, and none where it is not', async () => {
    const { quotation } = app.story.sales
    const content = '<p>{% if offerte.link != blank %}Kijk op {{ offerte.link }}{% endif %}</p>'
    const shown = async (more: string) =>
      (await administrator.post(`/messages/preview/quotation?ids=${quotation}&live=1${more}`, { subject: 'Bijlage', content, preview: quotation })).text // prettier-ignore
    const { $ } = await planner.post(`/administration/quotation/getSendWizard?ids=${quotation}&step=message`, { 'quotations[]': quotation }) // prettier-ignore
    expect($.html()).toContain(`/messages/preview/quotation?ids=${quotation}&amp;live=1&amp;sends=1`)
    expect(await shown('&sends=1')).toContain('Kijk op [link]')
    expect(await shown('')).not.toContain('Kijk op')
  })
})

describe('the messages that customers read', () => {
  const url = '/settings/sale-messages'

  it('are chosen by an administrator, and kept while they are', async () => {
    const { saleMessages } = app.story
    const { $ } = await administrator.get(url)
    expect($('select[name=invoice_message]').text()).toContain('Factuur verzenden')
    expect($('select[name=invoice_message]').text()).not.toContain('Offerte versturen')
    const version = $('input[name=version]').val() as string
    const chosen = { ...saleMessages, version, invoice_message: saleMessages.quotation_message }
    const wrong = await administrator.post(url, chosen)
    expect([wrong.status, wrong.json()]).toEqual([422, { invoice_message: [expect.stringContaining('offerte')] }])
    const kept = await planner.post('/messages/default/delete', { id: saleMessages.invoice_message })
    expect(kept.status).toBe(409)
    expect((await planner.get(url)).status).toBe(403)
  })
})

describe('sending quotations', () => {
  const wizard = '/administration/quotation/getSendWizard'
  const post = (id: number, more: object = {}) =>
    planner.post(`${wizard}?ids=${id}`, {
      'quotations[]': id,
      subject: 'Offerte {{ offerte.nummer }}',
      content: '<p>Geldig tot en met {{ offerte.geldig_tot }}.</p>',
      ...more,
    })
  const stageOf = async (id: number) =>
    (await app.db.selectFrom('quotations').select('stage').where('id', '=', id).executeTakeFirstOrThrow()).stage
  const mail = (id: number) =>
    app.db
      .selectFrom('mails')
      .selectAll()
      .where('object_type', '=', 'quotation')
      .where('object_id', '=', id)
      .executeTakeFirstOrThrow()

  it('puts it on sent when its mail with the PDF left, and back when that came back', async () => {
    const id = app.story.sales.quotation
    expect((await (await app.as(ROLE.supervisor)).get(`${wizard}?ids=${id}`)).status).toBe(403)
    const step = await planner.post(`${wizard}?ids=${id}&step=message`, { 'quotations[]': id })
    expect(step.$('input[name=subject]').val()).toContain('offerte.nummer')
    const answer = await post(id, { plan: step.$('input[name=plan]').val() as string })
    expect([answer.status, answer.trigger.flash?.str]).toEqual([200, '1 offerte wordt verstuurd'])
    expect(await stageOf(id)).toBe('concept')
    expect((await post(id)).status).toBe(422)
    await sendWaiting(app)
    expect(mailing.smtp.received).toMatchObject([{ files: [expect.stringMatching(/^offerte-OF.*\.pdf$/)] }])
    expect(await stageOf(id)).toBe('sent')
    await planner.post(`/messages/settle/${(await mail(id)).id}`, { state: 'bounced' })
    expect(await stageOf(id)).toBe('concept')
  })
})
