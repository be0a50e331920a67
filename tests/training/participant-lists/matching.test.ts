import { describe, expect, it } from 'vitest'
import { type KnownPerson, matchPeople, lookupKeys } from '../../../src/training/places/participant-lists/index.ts'
import { enrolled, readList } from './reading.ts'

let ids = 0
/** A contact "Jan Bos" born 01-02-1980, except for what the test says. */
function contact(differences: Partial<KnownPerson> = {}): KnownPerson {
  return {
    id: ++ids,
    first_name: 'Jan',
    last_name_prefix: '',
    last_name: 'Bos',
    birth_date: '1980-02-01',
    email: null,
    phone: null,
    mobile_phone: null,
    company: null,
    ...differences,
  }
}
const people = async (...lines: string[]) =>
  (await readList({ text: ['Naam;Geboortedatum;E-mail;Mobiel', ...lines].join('\n') })).people
const match = async (line: string, ...known: KnownPerson[]) => matchPeople(await people(line), known)[0]!

describe('identity', () => {
  it('matches on normalised name and birth date, whatever the rest', async () => {
    const known = contact({
      first_name: 'Désirée',
      last_name_prefix: 'van',
      last_name: 'Dijk',
      email: 'd@klant.example',
    })
    expect(await match('DIJK, Desiree van;1-2-80;ander@klant.example;', contact(), known)).toEqual({
      kind: 'matched',
      contactId: known.id,
      why: 'Zelfde naam en geboortedatum als Désirée van Dijk (01-02-1980).',
    })
  })

  it('does not mind where first and last name were divided', async () => {
    const known = contact({ first_name: 'Maria', last_name: 'José Lopez' })
    expect(await match('Lopez, Maria José;01-02-1980;;', known)).toMatchObject({ kind: 'matched' })
  })

  it('goes by initials where there is no first name', async () => {
    const known = contact({ first_name: '', initials: 'J.P.' })
    expect(await match('Bos, J.P.;01-02-1980;;', known)).toMatchObject({ kind: 'matched' })
  })

  it('finds somebody else new', async () => {
    expect(await match('Jan Bos;03-04-1999;;', contact())).toEqual({ kind: 'new' })
    expect(await match('Eva Mol;01-02-1980;;', contact())).toEqual({ kind: 'new' })
  })

  it('leaves two contacts of one identity to the user', async () => {
    const [first, second] = [contact(), contact()]
    expect(await match('Jan Bos;01-02-1980;;', first, second)).toMatchObject({
      kind: 'doubtful',
      candidates: [{ contactId: first.id }, { contactId: second.id }],
      reason: 'Er zijn 2 bekende personen met deze naam en geboortedatum; kies wie het is.',
    })
  })
})

describe('an address or number alone', () => {
  it('is doubt, never a match, and proposes a new person', async () => {
    const known = contact({ email: 'bos@klant.example', phone: '+31 6 1234 5678' })
    expect(await match('Eva Mol;02-03-1981;bos@klant.example;', known)).toEqual({
      kind: 'doubtful',
      candidates: [{ contactId: known.id, who: 'Jan Bos (01-02-1980)', why: 'zelfde e-mailadres' }],
      reason: 'Zelfde e-mailadres als Jan Bos (01-02-1980), maar een andere naam.',
      proposal: null,
    })
    expect(await match('Eva Mol;02-03-1981;;0612345678', known)).toMatchObject({
      kind: 'doubtful',
      reason: 'Zelfde telefoonnummer als Jan Bos (01-02-1980), maar een andere naam.',
      proposal: null,
    })
  })

  it('does not make one of father and son with one name', async () => {
    const known = contact({ email: 'bos@klant.example' })
    expect(await match('Jan Bos;03-04-2005;bos@klant.example;', known)).toMatchObject({
      kind: 'doubtful',
      reason: 'Zelfde e-mailadres als Jan Bos (01-02-1980), maar een andere geboortedatum.',
      proposal: null,
    })
  })

  it('does not make one of twins, and knows both of them the second time', async () => {
    const twins = await people(
      'Tim Jansen;01-02-1980;jansen@klant.example;',
      'Tom Jansen;01-02-1980;jansen@klant.example;',
    )
    expect(matchPeople(twins, []).map(({ kind }) => kind)).toEqual(['new', 'new'])
    expect(matchPeople(twins, enrolled(twins))).toMatchObject([
      { kind: 'matched', contactId: 1 },
      { kind: 'matched', contactId: 2 },
    ])
    // With only Tim known, Tom is asked about because of the address, and proposed as new.
    expect(matchPeople(twins, enrolled(twins).slice(0, 1))).toMatchObject([
      { kind: 'matched' },
      { kind: 'doubtful', proposal: null },
    ])
  })

  it('means nothing when the whole company has it', async () => {
    const lines = ['Eva Mol', 'Tom Vos', 'Ans Pol'].map((name) => `${name};02-03-1981;info@klant.example;`)
    const matches = matchPeople(await people(...lines), [contact({ email: 'info@klant.example' })])
    expect(matches.map(({ kind }) => kind)).toEqual(['new', 'new', 'new'])
  })
})

describe('a missing birth date', () => {
  it.each([
    ['on the list', 'Jan Bos;;;', contact()],
    ['of the contact', 'Jan Bos;01-02-1980;;', contact({ birth_date: null })],
    ['on both sides', 'Jan Bos;;;', contact({ birth_date: null })],
  ])('%s makes the same name doubtful, and a name alone proposes nobody', async (_, line, known) => {
    expect(await match(line, known)).toMatchObject({
      kind: 'doubtful',
      candidates: [{ contactId: known.id }],
      reason: expect.stringContaining('Zelfde naam als Jan Bos (') as string,
      proposal: null,
    })
  })

  it.each([
    ['address', 'Jan Bos;;a@klant.example;'],
    ['number', 'Jan Bos;;;06-12345678'],
  ])('proposes the contact when the %s agrees as well', async (_, line) => {
    const known = contact({ email: 'a@klant.example', mobile_phone: '06-12345678' })
    expect(await match(line, known)).toMatchObject({ kind: 'doubtful', proposal: known.id })
  })

  it('prefers the namesake with the same address', async () => {
    const [other, same] = [contact({ birth_date: null }), contact({ birth_date: null, email: 'a@klant.example' })]
    expect(await match('Jan Bos;;a@klant.example;', other, same)).toMatchObject({
      candidates: [{ contactId: same.id }, { contactId: other.id }],
      proposal: same.id,
    })
  })

  it('gives no contact to two lines', async () => {
    const list = await people('Jan Bos;01-02-1980;a@klant.example;', 'Jan Bos;;b@klant.example;')
    const known = contact()
    expect(matchPeople(list, [known])).toMatchObject([
      { kind: 'matched', contactId: known.id },
      { kind: 'doubtful', proposal: null },
    ])
  })

  it('is doubtful within the list too, and adds nobody the second time', async () => {
    const list = await people('Jan Bos;01-02-1980;a@klant.example;', 'Jan Bos;;b@klant.example;')
    expect(matchPeople(list, [])).toEqual([
      { kind: 'new' },
      {
        kind: 'doubtful',
        candidates: [],
        reason: 'Jan Bos staat ook op regel 2; zonder geboortedatum is niet zeker of het twee personen zijn.',
        proposal: null,
      },
    ])
    expect(matchPeople(list, enrolled(list))).toMatchObject([
      { kind: 'matched', contactId: 1 },
      { kind: 'doubtful', proposal: 2 },
    ])
  })
})

describe('an unreadable character', () => {
  const readable = { first_name: 'Renée', last_name: 'Yıldız' }

  it('raises doubt about the name it may be, with the contact of that birth date proposed', async () => {
    const known = contact(readable)
    expect(await match('Y?ld?z, Renée;;;', known)).toMatchObject({ kind: 'doubtful', proposal: null })
    expect(await match('Y?ld?z, Renée;01-02-1980;;', known)).toMatchObject({
      kind: 'doubtful',
      reason: 'Door een onleesbaar teken kan dit Renée Yıldız (01-02-1980) zijn.',
      proposal: known.id,
    })
  })

  it.each([
    ['address', 'ander@klant.example;'],
    ['number', ';0687654321'],
  ])('proposes nobody who has another %s, even with the same birth date', async (_, other) => {
    const known = contact({ ...readable, email: 'renee@klant.example', mobile_phone: '0612345678' })
    expect(await match(`Y?ld?z, Renée;01-02-1980;${other}`, known)).toMatchObject({
      kind: 'doubtful',
      candidates: [{ contactId: known.id }],
      proposal: null,
    })
  })

  it('works the other way round as well', async () => {
    const known = contact({ first_name: 'Renée', last_name: 'Y?ld?z' })
    expect(await match('Yıldız, Renée;01-02-1980;;', known)).toMatchObject({ kind: 'doubtful', proposal: known.id })
  })

  it('stands for one character, not for more or none, and never bridges two birth dates', async () => {
    const known = contact({ ...readable, last_name: 'Yaldooz' })
    expect(await match('Y?ld?z, Renée;01-02-1980;;', known)).toEqual({ kind: 'new' })
    expect(await match('Y?ld?z, Renée;02-02-1980;;', contact(readable))).toEqual({ kind: 'new' })
  })

  it('is the same person when the same remains of the name come with the same birth date', async () => {
    const list = await people('Y?ld?z, Renée;01-02-1980;;')
    expect(matchPeople(list, enrolled(list))).toMatchObject([{ kind: 'matched', contactId: 1 }])
  })

  it('proves nothing when most of the name is lost', async () => {
    const list = await people('???? ??;01-02-1980;;')
    expect(matchPeople(list, enrolled(list))).toMatchObject([{ kind: 'doubtful', proposal: 1 }])
  })

  it('raises doubt between two lines of the list', async () => {
    const list = await people('Yıldız, Renée;01-02-1980;;', 'Y?ld?z, Renée;01-02-1980;;')
    expect(matchPeople(list, [])).toMatchObject([
      { kind: 'new' },
      {
        kind: 'doubtful',
        reason: 'Renée Yıldız staat ook op regel 2; door een onleesbaar teken kan het dezelfde persoon zijn.',
      },
    ])
  })
})

describe('nearly the same', () => {
  it.each([
    ['another particle', 'Bos, Jan van den', contact()],
    ['an initial', 'J. Bos', contact()],
    ['half of a double first name', 'Jan Bos', contact({ first_name: 'Jan-Willem' })],
    ['one letter', 'Mohamed Bos', contact({ first_name: 'Mohammed' })],
    ['first and last name exchanged', 'Bos Jan', contact()],
  ])('with %s on the same birth date is doubtful, and proposed as new', async (_, name, known) => {
    expect(await match(`${name};01-02-1980;;`, known)).toMatchObject({
      kind: 'doubtful',
      reason: 'Zelfde geboortedatum en bijna dezelfde naam als ' + (known.first_name + ' Bos (01-02-1980).'),
      proposal: null,
    })
  })

  it('with day and month exchanged is doubtful', async () => {
    expect(await match('Jan Bos;02-01-1980;;', contact())).toMatchObject({
      kind: 'doubtful',
      reason: 'Zelfde naam als Jan Bos (01-02-1980), maar dag en maand van de geboortedatum zijn verwisseld.',
    })
  })

  it('is nothing to ask when the contact is on the list under the own name', async () => {
    const twins = await people('Jan Jansen;01-02-1980;;', 'Jan-Willem Jansen;01-02-1980;;')
    const known = contact({ last_name: 'Jansen' })
    expect(matchPeople(twins, [known])).toMatchObject([{ kind: 'matched' }, { kind: 'new' }])
  })

  it('is not a short name with one other letter, nor another name on the same day', async () => {
    expect(await match('Jon Bos;01-02-1980;;', contact())).toEqual({ kind: 'new' })
    expect(await match('Willem Bos;01-02-1980;;', contact())).toEqual({ kind: 'new' })
  })
})

describe('what to look for among the contacts', () => {
  it('lists names, patterns, addresses, numbers and birth dates once each', async () => {
    const list = await people(
      'Désirée van Dijk;01-02-1980;D@Klant.example;0612345678',
      'Y?ld?z, Renée;;d@klant.example;+31 6 12345678',
    )
    expect(lookupKeys(list)).toEqual({
      names: ['desireevandyk'],
      namePatterns: ['reneey_ld_z'],
      emails: ['d@klant.example'],
      phones: ['612345678'],
      birthDates: ['1980-02-01'],
    })
  })
})
