import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import { WEEKDAYS, repeatText, weekText } from '../../src/relations/availability/availability.rules.ts'
import { companyNeeds } from '../../src/relations/companies/companies.rules.ts'
import { companiesArea } from '../../src/relations/companies/rights.ts'
import { contactNeeds } from '../../src/relations/contacts/contacts.rules.ts'
import { contactsManageArea } from '../../src/relations/contacts/rights.ts'

describe('what is left to do', () => {
  it('for a company that takes part is an address for its invoices', () => {
    expect(companyNeeds({ id: 4, active: true, invoice_email: null })).toEqual([
      {
        label: 'E-mailadres voor facturen ontbreekt',
        icon: 'mail-off',
        state: 'open',
        action: {
          label: 'E-mailadres voor facturen invullen',
          kind: 'popup',
          url: '/company/edit/4',
          area: companiesArea,
          right: 'change',
        },
      },
    ])
    expect(companyNeeds({ id: 4, active: true, invoice_email: '' })).toHaveLength(1)
    expect(companyNeeds({ id: 4, active: true, invoice_email: 'facturen@delinde.example' })).toEqual([])
    expect(companyNeeds({ id: 4, active: false, invoice_email: null })).toEqual([])
  })

  it('for somebody who takes part is an address where messages arrive', () => {
    expect(contactNeeds({ id: 9, active: true, email: null })).toEqual([
      {
        label: 'E-mailadres ontbreekt',
        sub: 'Berichten komen niet aan',
        icon: 'mail-off',
        state: 'open',
        action: {
          label: 'E-mailadres invullen',
          kind: 'popup',
          url: '/contact/edit/9',
          area: contactsManageArea,
          right: 'change',
        },
      },
    ])
    expect(contactNeeds({ id: 9, active: true, email: '' })).toHaveLength(1)
    expect(contactNeeds({ id: 9, active: true, email: 'anouk@delinde.example' })).toEqual([])
    expect(contactNeeds({ id: 9, active: false, email: null })).toEqual([])
  })
})

describe('a day off that comes back', () => {
  it('is named by its day of the week, Monday first', () => {
    const monday = '2026-11-23'
    expect(WEEKDAYS.map((_, i) => repeatText(addDays(monday, i), 1))).toEqual([
      'Maandag, elke week',
      'Dinsdag, elke week',
      'Woensdag, elke week',
      'Donderdag, elke week',
      'Vrijdag, elke week',
      'Zaterdag, elke week',
      'Zondag, elke week',
    ])
  })

  it.each([
    [1, 'Vrijdag, elke week'],
    [2, 'Vrijdag, om de week'],
    [3, 'Vrijdag, elke 3 weken'],
  ])('every %i weeks is %s', (weeks, text) => expect(repeatText('2026-11-27', weeks)).toBe(text))
})

describe('the working days of somebody', () => {
  const on = (weekday: number, opens = '08:00', closes = '17:00') => ({ weekday, opens, closes })
  it.each([
    [[], 'Geen werkdagen'],
    [[on(3)], 'wo 08:00–17:00'],
    [[on(1), on(2), on(3), on(4), on(5, '08:00', '12:00')], 'ma–do 08:00–17:00, vr 08:00–12:00'],
    [[on(6), on(7)], 'za–zo 08:00–17:00'],
    // In whatever order they came, and apart where a day lies between.
    [[on(4), on(1), on(2)], 'ma–di 08:00–17:00, do 08:00–17:00'],
    [[on(1, '09:00'), on(2)], 'ma 09:00–17:00, di 08:00–17:00'],
  ])('%j are %s', (hours, text) => expect(weekText(hours)).toBe(text))
})
