import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emailList } from '../../../src/platform/forms/email-list.ts'
import { email } from '../../../src/platform/forms/fields.ts'
import { parseEmail } from '../../../src/training/places/participant-lists/index.ts'
import { brief, readList } from './reading.ts'

/** Small files in shapes that customers send. */
const file = (name: string) => readFileSync(new URL(`../../fixtures/field/${name}`, import.meta.url))
const read = (name: string) => readList({ bytes: file(name) })
const remarksOf = (list: Awaited<ReturnType<typeof read>>) =>
  list.people.map(({ remarks }) => remarks.map(({ text }) => text))

describe('a mailed list', () => {
  it.each([
    ['mail-small-titles.txt', ['J. Jansen 1981-03-14', 'K. de Wit 1982-03-15', 'F. El Amrani 1990-05-02', 'Bas van Veldhuizen-ten Hove -']], // prettier-ignore
    ['mail-short-dates.txt', ['Jan Jansen 1990-05-02', 'Piet Smit 1990-05-02', 'Karin Bos 1990-05-02']],
  ])('gives the people of %s and nobody else', async (name, people) => {
    expect((await read(name)).people.map(brief)).toEqual(people)
    expect((await readList({ text: file(name).toString() })).people.map(brief)).toEqual(people)
  })
})

describe('a list with a title and a prefix', () => {
  it('has the prefix in its place, also with a capital', async () => {
    const list = await read('names-title-and-prefix.csv')
    expect(list.people.map(({ fields }) => [fields.first_name, fields.last_name_prefix, fields.last_name])).toEqual([
      ['', 'van', 'Dijk'],
      ['', 'de', 'Jong-Ten Brink'],
      ['', 'van', 'Gogh'],
      ['Anna', 'van', 'Loon'],
    ])
    expect(remarksOf(list)[0]).toEqual(['Geen voornaam opgegeven.'])
  })
})

describe('an e-mail address', () => {
  it('is read in a list as the sample says', async () => {
    const list = await read('addresses.csv')
    expect(list.people.map(({ fields }) => fields.email)).toEqual([
      'info@xn--mnchen-3ya.example',
      'jan.de.vries@eik.example',
      "o'neill@eik.example",
      null,
    ])
    expect(remarksOf(list)[3]).toContain('E-mailadres “jan..x@eik.example” is niet geldig; leeggelaten.')
  })

  it.each([
    ['jan@eik.example', 'jan@eik.example'],
    ['info@m\u00fcnchen.example', 'info@xn--mnchen-3ya.example'],
    ['jan @eik.example', 'jan@eik.example'],
    ['jan@ eik.example', 'jan@eik.example'],
    ['o\u2019neill@eik.example', "o'neill@eik.example"],
    ['mailto:jan@eik.example', 'jan@eik.example'],
    ['Jansen, Jan <jan@eik.example>;', 'jan@eik.example'],
    ['jan@eik-hout.co.example', 'jan@eik-hout.co.example'],
    ['jan..x@eik.example', null],
    ['.jan@eik.example', '.jan'],
    ['jan@eik', null],
    ['jan@eik..example', null],
    ['jan@-eik.example', null],
    ['jan@@eik.example', null],
    ['jos\u00e9@eik.example', null],
    ['jan', null],
  ])('is the same in a list and in a form: %j', (text, address) => {
    const inForm = email.safeParse(text).data ?? null
    // Points around an address are the end of a sentence in a list, and a mistake in a form.
    if (address === '.jan') expect([inForm, parseEmail(text).email]).toEqual([null, 'jan@eik.example'])
    else expect([inForm, parseEmail(text).email]).toEqual([address, address])
  })

  it.each([
    ['a@x.example, b@x.example;c@x.example d@x.example', ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example']],
    ['Jansen, Jan <a@x.example>; "Smit, Karin" <b@x.example>;', ['a@x.example', 'b@x.example']],
    ["a@x.example; 'b@x.example' <b@x.example>, Jan <c@x.example>", ['a@x.example', 'b@x.example', 'c@x.example']],
    ['Jan <a@x.example> geen', null],
    ['Jan <geen>', null],
    ['a..b@x.example', null],
  ])('may be one of several: %j', (text, addresses) => {
    expect(emailList().safeParse(text).data ?? null).toEqual(addresses)
  })
})

describe('the export of a program', () => {
  const namesOf = (list: Awaited<ReturnType<typeof read>>) => list.people.map((person) => brief(person))

  it('of Google Contacts has labels beside values, and several values in one', async () => {
    const { people } = await read('google-contacts.csv')
    expect(people.map(({ fields }) => [fields.company, fields.mobile_phone, fields.phone])).toEqual([
      ['De Eik', '06-11112222', '0548-512345'],
      ['De Eik', '06-12345679', null],
    ])
    expect(people.flatMap(({ remarks }) => remarks.map(({ text }) => text)).join()).not.toMatch(/Mobile|Work/)
  })

  it.each([
    ['BEGIN:VCARD\r\nFN:Jan Bos', 'Dit zijn visitekaartjes (vCard).'],
    ['BEGIN:VCALENDAR\nVERSION:2.0', 'Dit is een agendabestand (ics).'],
    ['From: a@x.example\nSubject: Lijst\n door\nMIME-Version: 1.0\n\nJan', 'Dit is een opgeslagen e-mail (eml).'],
    ['Received: from x\n by y\n', 'Dit is een opgeslagen e-mail (eml).'],
  ])('that is no list is refused with what to send: %j', async (text, what) => {
    await expect(readList({ text })).rejects.toThrow(`${what} Stuur de lijst`)
    await expect(readList({ bytes: Buffer.from(text) })).rejects.toThrow(`${what} Stuur de lijst`)
  })

  it('has cards of people, and is refused with what to send', async () => {
    await expect(read('contacts.vcf')).rejects.toThrow('Dit zijn visitekaartjes (vCard).')
  })

  it('of staff has the whole name beside its parts, which agree', async () => {
    const [berg] = (await read('hr-export.csv')).people
    expect(berg!.fields).toMatchObject({ first_name: 'Jan', initials: 'J.P.', last_name_prefix: 'van den', last_name: 'Berg' }) // prettier-ignore
    const rows = ['Dijk-de Vries, A.B. van;Anna;A.B.;de', 'K. Smit;Karin;K.;', 'Jan de Bos;Jan;J.;de', 'Jansen-Mol;Els;E.;van'] // prettier-ignore
    const list = await readList({ text: ['Naam medewerker;Roepnaam;Voorletters;Voorv.', ...rows].join('\n') })
    expect(namesOf(list)).toEqual(['Anna van Dijk-de Vries -', 'Karin Smit -', 'Jan de Bos -', 'Els van Jansen-Mol -'])
    // The prefix of a name before marriage belongs to another name.
    expect(remarksOf(list)[0]).toContain('De naam is gesplitst in “Anna” en “Dijk-de Vries”; controleer dit.')
  })

  it('of a form has the names in questions, and nothing in the column for them', async () => {
    const list = await read('forms-export.xlsx')
    expect(list.people.map(({ fields }) => [fields.first_name, fields.last_name_prefix, fields.last_name])).toEqual([
      ['Jan', 'van den', 'Berg'],
      ['Karin', '', 'Smit'],
    ])
  })

  it('has words beside numbers, which are told', async () => {
    const list = await read('phones-with-remarks.csv')
    expect(list.people.map(({ fields }) => [fields.phone, fields.mobile_phone])).toEqual([
      ['0548-512345', '06-12345678'],
      ['0548-512346', '06-12345679'],
    ])
    expect(remarksOf(list)[0]!.filter((text) => text.startsWith('Bij '))).toEqual([
      'Bij 0548-512345 staat “tst 12”; dat is niet overgenomen.',
      'Bij 06-12345678 staat “privé”; dat is niet overgenomen.',
    ])
  })

  it('with merged cells asks whether the company is that of the lines below', async () => {
    const list = await read('merged-company.xlsx')
    expect(remarksOf(list).map((texts) => texts.join())).toEqual([
      '',
      'Geen bedrijf op deze regel; erboven staat “De Eik BV”. Hoort dat hier ook?',
      '',
    ])
  })

  it('with two blocks beside each other tells that one is not read', async () => {
    const { notices } = await read('two-blocks-side-by-side.csv')
    expect(notices).toEqual([expect.stringContaining('Kolom 4 heeft dezelfde kop als kolom 1 (“Naam”) en is niet gelezen: 2× staat daar iets.')]) // prettier-ignore
  })

  it('with a cell far below the list is refused with where it is', async () => {
    await expect(read('stray-cell-far-below.xlsx')).rejects.toThrow('staat nog iets op regel 25.003;')
  })
})
