/** Layouts: code of an organisation's own for what is printed. */
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { createPdf } from '../../src/platform/pdf/document.ts'
import { type LaidOut, layoutPen } from '../../src/platform/pdf/layout/layout.ts'
import { LayoutRefused } from '../../src/platform/pdf/layout/refused.ts'
import { streamPdf } from '../../src/platform/pdf/stream.ts'
import { layoutKinds } from '../../src/system/layouts/points.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { HOSTILE, templates } from '../support/layout-templates.ts'
import { readPdf } from '../support/pdf.ts'

let app: TestApp
let admin: Browser
beforeAll(async () => {
  app = await testApp()
  admin = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const layoutOf = (id: number) => app.db.selectFrom('layouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const save = async (id: number, source: string) =>
  admin.post(`/settings/layouts/${id}/save`, { contents: base64(source), version: (await layoutOf(id)).version })
const preview = (id: number, source: string, more: Record<string, string | number> = {}) =>
  admin.post(`/settings/layouts/${id}/preview`, { source: base64(source), ...more })
const textOf = (bytes: Buffer) => readPdf(bytes).pages.map((lines) => lines.join(' '))
const template = (kind: string) => app.services.registry.all(layoutKinds).find((one) => one.kind === kind)!.template
/** Without layout of lines: what is said, in the order of its words. */
const words = (pages: string[]) => pages.join(' ').replace(/\s+/g, ' ').split(' ').sort()

const layoutIdOf = async (kind: string) =>
  (await app.db.selectFrom('layouts').select('id').where('kind', '=', kind).orderBy('id').executeTakeFirstOrThrow()).id

const DATA = { titel: 'F2026-0001', tekst: 'een\ntwee', regels: Array.from({ length: 60 }, (_, i) => ({ naam: `Regel ${i}`, bedrag: `€ ${i}` })) } // prettier-ignore
/** What a layout draws, or the sentence that refuses it. */
async function drawn(source: string, data: object = DATA, pictures: LaidOut['pictures'] = {}): Promise<Buffer | string> {
  const document = createPdf({ title: 'Proef', author: 'Noordkaap', createdAt: new Date(0) })
  try {
    return await buffer(streamPdf(document, [{ source, data, pictures }], layoutPen()))
  } catch (error) {
    if (error instanceof LayoutRefused) return error.message
    throw error
  }
} // prettier-ignore

describe('the code of a layout', () => {
  it('becomes pages with repeated heads, their numbers, lists, codes and boxes', async () => {
    const source = `<body style="size: a5; margin: 20mm">
<header from="2">Vervolg {{ titel }}</header><footer>Pagina <page-number/> van <page-count/></footer>
<h1>{{ titel }}</h1><p>{{ tekst }} <b>vet</b> <i>schuin</i> <u>lijn</u> &euro;&nbsp;5</p>
<table><thead><tr><th>Naam</th><th style="width: 20mm; text-align: right">Bedrag</th></tr></thead>
{% for regel in regels %}<tr><td>{{ regel.naam }}</td><td>{{ regel.bedrag }}</td></tr>{% endfor %}</table>
<ol><li>eerst</li><li>dan</li></ol><columns><column>links</column><column>rechts</column></columns><pagebreak/>
<qr value="{{ titel }}"/><div style="position: absolute; left: 10mm; bottom: 10mm">onderaan</div></body>`
    const { pages, sizes } = readPdf((await drawn(source)) as Buffer)
    expect(sizes[0]!.map(Math.round)).toEqual([420, 595])
    const texts = pages.map((lines) => lines.join(' '))
    expect(texts.length).toBeGreaterThan(3)
    texts.forEach((text, i) => expect(text).toContain(`Pagina ${i + 1} van ${texts.length}`))
    expect(texts[0]).not.toContain('Vervolg')
    expect(texts[1]).toContain('Vervolg F2026-0001')
    expect(texts[1]).toContain('Naam')
    expect(texts.join(' ')).toContain('Regel 59')
    expect(texts.at(-1)).toContain('onderaan')
    expect(texts.join(' ')).toMatch(/1\. eerst 2\. dan links rechts/)
    expect(await drawn(source)).toEqual(await drawn(source))
  })

  it.each([
    ['<p>a', 'Regel 1, kolom 1: <p> wordt niet afgesloten.'],
    ['x\n  <script>a</script>', 'Regel 2, kolom 3: Het element <script> bestaat hier niet.'],
    ['a\n<p style="colr: red">x</p>', 'Regel 2, kolom 1: De eigenschap colr bestaat hier niet.'],
    ['<p style="color: url(x)">x</p>', 'Regel 1, kolom 1: De waarde url(x) van color klopt niet.'],
    ['a\n\n {{ niets }}', 'Regel 3, kolom 5: Het gegeven niets bestaat hier niet.'],
    ['{{ titel.constructor }}', 'Regel 1, kolom 4: Het gegeven titel.constructor bestaat hier niet.'],
    ['{% include "x" %}', 'Regel 1, kolom 1: {% include %} bestaat hier niet.'],
    ['{{ titel | raw }}', 'Regel 1, kolom 1: De bewerking | raw bestaat hier niet.'],
    ['{% if titel %}<p>{% endif %}</p>', 'Regel 1, kolom 18: {% endif %} staat in een ander element dan waar het begint.'],
    ['<p {% if titel %}style="color: red"{% endif %}>x</p>', 'Regel 1, kolom 1: Zet {% %} om een element heen, niet erin.'],
    ['<img src="/etc/passwd"/>', 'Regel 1, kolom 1: De afbeelding /etc/passwd bestaat hier niet.'],
    ['{% for i in (1..100000000) %}x{% endfor %}', 'Regel 1, kolom 1: Dit vraagt te veel werk.'],
    ['a & b', 'Regel 1, kolom 3: Schrijf &amp; voor een gewone &.'],
    ['<p><br></p>', 'Regel 1, kolom 4: Schrijf <br/>: dit element heeft geen inhoud.'],
    ['<page-number/>', 'Regel 1, kolom 1: <page-number/> staat alleen in <header> en <footer>.'],
  ])('%j is refused: %s', async (source, told) => {
    expect(await drawn(source)).toBe(told)
  }) // prettier-ignore

  it('says what a record says, and no element of it', async () => {
    const [page] = textOf((await drawn('<p>{{ tekst }}</p>', { tekst: '<b>Jan & "Piet"</b> {{ 1 }}\u000b' })) as Buffer)
    expect(page).toBe('<b>Jan & "Piet"</b> {{ 1 }}')
  })

  it('leaves out a picture that the organisation does not have, or that is damaged', async () => {
    const source = '<p>voor</p><img src="logo"/><p>na</p>'
    for (const logo of [null, Buffer.from('no picture')])
      expect(textOf((await drawn(source, DATA, { logo })) as Buffer)).toEqual(['voor na'])
  })

  it('that is hostile or nonsense is drawn or refused, soon, and reads nothing', async () => {
    for (const source of HOSTILE) expect([source.slice(0, 40), typeof (await drawn(source))]).toEqual([source.slice(0, 40), expect.stringMatching(/string|object/)]) // prettier-ignore
    await fc.assert(
      fc.asyncProperty(templates, async (source) => {
        const result = await drawn(source)
        if (typeof result !== 'string') expect(readPdf(result).pages.length).toBeGreaterThan(0)
      }),
      { numRuns: 150, seed: 20_261_128 },
    )
  })
})

describe('the editor of a layout', () => {
  it('has a code area, a frame, a hidden form and its three buttons, for administrators alone [A-020][A-021][S-180]', async () => {
    const { order } = app.story.layouts
    const { $ } = await admin.page(`/settings/layouts/${order}`)
    expect($('textarea#layout-code').text()).toContain('<page-number/>')
    expect($('iframe[name=layout-frame]')).toHaveLength(1)
    expect($('form#layout-preview[hidden]').attr()).toMatchObject({ method: 'post', target: 'layout-frame' })
    expect($('.phead-actions button').map((_, button) => $(button).text()).get()).toEqual(['Voorbeeld', 'Downloaden', 'Opslaan']) // prettier-ignore
    expect($('[data-layout-insert]').text()).toContain('{{ titel }}')
    expect((await (await app.as(ROLE.scheduler)).page(`/settings/layouts/${order}`)).status).toBe(403)
    expect((await admin.get('/settings/layouts')).text).toContain('Orderbevestiging')
  })

  it('saves base64 as a version, refuses with line and column, and puts an earlier one back [A-164][A-186][M-105]', async () => {
    const { order } = app.story.layouts
    const first = await save(order, '<h1>{{ titel }}</h1>')
    expect(first.trigger.flash).toMatchObject({ str: 'Layout gewijzigd', type: 'success' })
    const refused = await save(order, '<h1>{{ titel }}</h1>\n<p>{{ nietbekend }}</p>')
    expect([refused.status, refused.json()]).toEqual([422, { contents: ['Regel 2, kolom 7: Het gegeven nietbekend bestaat hier niet.'] }]) // prettier-ignore
    for (const deep of [
      '{% if titel %}'.repeat(2200) + '{% endif %}'.repeat(2200),
      `{{ ${'titel['.repeat(8000)}1${']'.repeat(8000)} }}`,
    ])
      expect((await save(order, `<h1>{{ titel }}</h1>${deep}`)).status).toBe(422)
    expect((await admin.post(`/settings/layouts/${order}/save`, { contents: '!!', version: 1 })).status).toBe(422)
    expect((await admin.post(`/settings/layouts/${order}/save`, { contents: base64('<p>{{ titel }}</p>'), version: 1 })).status).toBe(409) // prettier-ignore
    await save(order, '<h2>Anders {{ titel }}</h2>')
    const [, earlier] = await app.db.selectFrom('layout_versions').select('id').where('layout_id', '=', order).orderBy('id', 'desc').execute() // prettier-ignore
    const restored = await admin.post(`/settings/layouts/${order}/restore`, { version_id: earlier!.id, version: (await layoutOf(order)).version }) // prettier-ignore
    expect(restored.trigger.flash?.str).toBe('Layout gewijzigd')
    expect((await layoutOf(order)).source).toBe('<h1>{{ titel }}</h1>')
    const { $ } = await admin.get(`/settings/layouts/${order}/versions`)
    expect($('li')).toHaveLength(3)
    const compared = await admin.get($('li a').eq(0).attr('href')!)
    expect([compared.$('.is-gone').text(), compared.$('.is-new').text()]).toEqual([expect.stringContaining('<h2>Anders'), expect.stringContaining('<h1>')]) // prettier-ignore
    expect((await admin.get(`/settings/layouts/${order + 1}/versions/${earlier!.id}`)).status).toBe(404)
    await admin.post(`/settings/layouts/${order}/standard`, { version: (await layoutOf(order)).version })
    expect((await layoutOf(order)).source).toBeNull()
  })

  it('shows a record as a real PDF for its form with source as base64 [A-165]', async () => {
    const { order } = app.story.layouts
    const shown = await preview(order, '<p>Voor {{ klant.naam }}: {{ titel }}</p>', {
      record_id: app.story.sales.order,
    })
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    expect(textOf(shown.bytes)[0]).toMatch(/^Voor .+: Orderbevestiging O/)
    const saved = await preview(order, '<p>{{ titel }}</p>', { download: 1 })
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="?order-voorbeeld\.pdf/)
    expect(textOf(saved.bytes)).toEqual(['Soort en nummer'])
    const refused = await preview(order, '<p>\n{{ x }}</p>')
    expect([refused.status, refused.json()]).toEqual([422, { source: ['Regel 2, kolom 4: Het gegeven x bestaat hier niet.'] }]) // prettier-ignore
  })

  it('begins with code that says what the product prints, on as many pages', async () => {
    const standard = async (kind: 'order' | 'invoice' | 'quotation' | 'work_order', id: number) =>
      textOf((await admin.get(`/print/kind/${kind}?ids=${id}`)).bytes)
    const { order, sentQuotation } = app.story.sales
    for (const [kind, id] of [
      ['order', order],
      ['work_order', order],
      ['quotation', sentQuotation],
      ['invoice', app.story.invoices.definitive],
    ] as const) {
      // prettier-ignore
      const own = textOf((await preview(app.story.layouts[kind], template(kind), { record_id: id })).bytes)
      const today = await standard(kind, id)
      expect([kind, own.length, words(own)]).toEqual([kind, today.length, words(today)])
    }
  })

  it('does so for the lists of a day, which then print by it', async () => {
    const id = app.story.appointments.coming
    for (const [kind, path] of [
      ['presence_list', 'generatePresenceList'],
      ['competency_list', 'generateCompetencyList'],
    ] as const) {
      // prettier-ignore
      const layout = await app.db.selectFrom('layouts').select('id').where('kind', '=', kind).orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
      const today = textOf((await admin.get(`/calendar/${path}/${id}`)).bytes)
      expect((await save(layout.id, template(kind))).status).toBe(204)
      const own = textOf((await admin.get(`/calendar/${path}/${id}`)).bytes)
      expect([kind, own.length, words(own)]).toEqual([kind, today.length, words(today)])
      await save(layout.id, template(kind).replace('{{ titel }}', 'ZELF {{ titel }}'))
      expect(textOf((await admin.get(`/calendar/${path}/${id}`)).bytes)[0]).toContain('ZELF')
    }
  })

  it('does so for the badges and labels of a day, and for the report of a visit', async () => {
    const id = app.story.appointments.coming
    for (const [kind, path] of [
      ['badge', 'generateBadges'],
      ['label', 'generateLabels'],
    ] as const) {
      // prettier-ignore
      const layout = await layoutIdOf(kind)
      const asked = async () => textOf((await admin.get(`/calendar/${path}/${id}`)).bytes)
      const today = await asked()
      expect(words(today).length).toBeGreaterThan(5)
      expect((await save(layout, template(kind))).status).toBe(204)
      const own = await asked()
      expect([kind, own.length, words(own)]).toEqual([kind, today.length, words(today)])
      await save(layout, template(kind).replace('<table', '<p>ZELF</p><table'))
      expect((await asked())[0]).toContain('ZELF')
      await app.db.updateTable('layouts').set({ source: null }).where('id', '=', layout).execute()
    }
    const { id: report, visit_id } = await app.db.selectFrom('visit_reports').select(['id', 'visit_id']).orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
    const kept = textOf((await admin.get(`/workday/report/${visit_id}`)).bytes)
    const own = textOf((await preview(await layoutIdOf('visit_report'), template('visit_report'), { record_id: report })).bytes) // prettier-ignore
    expect([own.length, words(own)]).toEqual([kept.length, words(kept)])
  })

  it.each([
    ['invoice', '{{ huis.voet }}', 'het btw-id van de organisatie'],
    ['invoice', '{{ totaal.bedrag }}', 'de totalen met btw'],
    ['invoice', '{{ klant.adres }}', 'de naam en het adres van de klant'],
    ['certificate', '{{ nummer }}', 'het certificaatnummer'],
    ['visit_report', '{{ apparaat.uitslag }}', 'de uitslagen'],
    ['device_label', '{{ kaart.nummer }}', 'het nummer van het apparaat'],
    ['label', '{{ regel.tekst }}', 'het adres'],
    ['certificate', '<qr value="{{ controle.link }}" style="width: 82pt"/>', 'de link of QR-code om te controleren'],
  ])('of %s may not leave out %s: %s', async (kind, code, missing) => {
    const { id } = await app.db.selectFrom('layouts').select('id').where('kind', '=', kind).orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
    const answer = await save(id, template(kind).replaceAll(code, ''))
    expect([answer.status, answer.json()]).toEqual([422, { contents: [`Op deze layout ontbreekt: ${missing}.`] }])
  })
})

describe('what is printed by a layout', () => {
  it('is drawn by the code of the chosen layout, with its ids in the path [A-015][R-292][S-181]', async () => {
    const added = await admin.post('/settings/layout/add', { name: 'Order kort', kind: 'order' })
    const { id } = added.json<{ id: number }>()
    await save(id, '<h1>KORT {{ titel }}</h1>')
    const ids = [app.story.sales.order, app.story.orders.ofTeacher]
    const { bytes, headers } = await admin.get(`/print/collection/${id}/${ids.join(',')}?stream=true`)
    expect(headers.get('content-disposition')).toMatch(/^inline/)
    expect(textOf(bytes).map((text) => text.replace(/O\d.*/, 'O'))).toEqual(['KORT Orderbevestiging O', 'KORT Orderbevestiging O']) // prettier-ignore
    expect(textOf((await admin.get(`/print/kind/order?ids=${ids[0]}`)).bytes)[0]).not.toContain('KORT')
  })

  it('stands many on a sheet where it is a label, for who may see what it is of', async () => {
    const address = { street: 'Kade', street_no: '7', postal_code: '8011 AB', city: 'Zwolle' }
    const many = await app.db.insertInto('companies').values(Array.from({ length: 25 }, (_, i) => ({ name: `Etiket ${String(i).padStart(2, '0')} BV`, client_id: 8_700_100 + i, ...address }))).returning('id').execute() // prettier-ignore
    const { id: none } = await app.db.insertInto('companies').values({ name: 'Nergens BV', client_id: 8_700_200 }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    const { extinguisher } = app.story.devices
    const device = await app.db
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', extinguisher)
      .executeTakeFirstOrThrow()
    const companies = many.map(({ id }) => id).reverse()
    for (const [kind, ids, pages, first, many] of [
      ['company_label', [...companies, none], 2, /^Etiket 00 BV Kade 7 8011 AB Zwolle Etiket 01 BV/, 'Adresetiketten'],
      ['label', [app.story.contacts.anouk], 1, /Anouk van der Linden/, 'Adresetiketten'],
      ['device_label', [extinguisher], 1, new RegExp(`${device.name}.* Nr. ${device.number}`), 'Labels'],
      ['badge', [app.story.appointments.coming], 2, /\d\d-\d\d-\d{4}/, 'Badges'],
    ] as const) {
      // prettier-ignore
      const url = `/print/collection/${await layoutIdOf(kind)}/${ids.join(',')}`
      const answer = await admin.get(`${url}?stream=true`)
      expect([kind, answer.status, answer.headers.get('content-disposition')]).toEqual([kind, 200, expect.stringMatching(/^inline/)]) // prettier-ignore
      expect(readPdf(answer.bytes).sizes[0]!.map(Math.round)).toEqual([595, 842])
      const drawn = textOf(answer.bytes)
      expect([kind, drawn.length, drawn[0]]).toEqual([kind, pages, expect.stringMatching(first)])
      const { text } = await admin.get(`/print/sheets/${kind}?ids=${ids.join(',')}`)
      expect(text).toContain(url)
      expect(text).toContain(many)
      expect(text.includes('Zonder adres: Nergens BV.')).toBe(kind === 'company_label')
      expect([kind, (await (await app.as(ROLE.student)).get(url)).status]).toEqual([kind, 403])
      expect((await admin.get(`/print/collection/${await layoutIdOf(kind)}/2147483000`)).status).toBe(404)
    }
    expect((await admin.get('/print/sheets/order?ids=1')).status).toBe(404)
    expect((await admin.page('/inspections/devices')).text).toContain('/print/sheets/device_label')
    const layout = await layoutIdOf('device_label')
    await app.db.updateTable('layouts').set({ source: '{% for i in (1..90000000) %}x{% endfor %}' }).where('id', '=', layout).execute() // prettier-ignore
    expect(textOf((await admin.get(`/print/collection/${layout}/${extinguisher}`)).bytes)[0]).toContain(device.name)
    await app.db.updateTable('layouts').set({ source: null }).where('id', '=', layout).execute()
  })

  it('keeps the code that was in use when it was issued, and is not kept from being drawn by code that cannot', async () => {
    const { invoice } = app.story.layouts
    await save(
      invoice,
      template('invoice').replace('{{ titel }}</div>\n{% for rij', 'NIEUW {{ titel }}</div>\n{% for rij'),
    )
    const concept = textOf((await admin.get(`/administration/invoice/${app.story.invoices.concept}`)).bytes)
    expect(concept[0]).toContain('NIEUW')
    const before = textOf((await admin.get(`/administration/invoice/${app.story.invoices.definitive}`)).bytes)
    expect(before[0]).not.toContain('NIEUW')
    await app.db.updateTable('layouts').set({ source: '{% for i in (1..90000000) %}x{% endfor %}' }).where('id', '=', invoice).execute() // prettier-ignore
    const drawnAnyway = textOf((await admin.get(`/administration/invoice/${app.story.invoices.concept}`)).bytes)
    expect(drawnAnyway[0]).toContain('concept')
    await app.db.updateTable('layouts').set({ source: null }).where('id', '=', invoice).execute()
  })
})
