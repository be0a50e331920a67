import { describe, expect, it } from 'vitest'
import { isTold, nameOfKey, personalise } from '../../../public/js/error-map.ts'
import { withLabel, withoutLabel } from '../../../src/platform/format/sentence.ts'

describe('a label in a message that the server writes out', () => {
  it.each([
    ['Vul een :label in.', 'Achternaam', 'Vul een achternaam in.'],
    ['Vul een :label in.', 'E-mail', 'Vul een e-mail in.'],
    ['Vul een :label in.', 'KVK-nummer', 'Vul een KVK-nummer in.'],
    [':label mag hooguit 100 tekens lang zijn.', 'Achternaam', 'Achternaam mag hooguit 100 tekens lang zijn.'],
  ])('%s with %s', (message, label, told) => {
    expect(withLabel(message, label)).toBe(told)
  })
})

it('a message about a field that nobody names is a sentence', () => {
  expect(withoutLabel('Vul een :label in.')).toBe('Vul een waarde in.')
  expect(withoutLabel(':label is niet geldig.')).toBe('Deze waarde is niet geldig.')
})

describe('the 422 map in the browser', () => {
  it('finds the field of a dotted key', () => {
    expect(nameOfKey('name')).toBe('name')
    expect(nameOfKey('appointments.0.start_datetime')).toBe('appointments[0][start_datetime]')
  })

  it('replaces the field name in a message with the label [P-187]', () => {
    expect(personalise('Vul een :label in.', 'name', 'Naam')).toBe('Vul een naam in.')
    expect(personalise(':label is niet geldig.', 'name', 'Naam')).toBe('Naam is niet geldig.')
    expect(personalise('Vul een :label in.', 'coc_no', 'KVK-nummer')).toBe('Vul een KVK-nummer in.')
    expect(personalise('Vul een :label in.', 'email', 'E-mail')).toBe('Vul een e-mail in.')
    expect(personalise('Er is er al een met deze code.', 'code', 'Code')).toBe('Er is er al een met deze code.')
    expect(personalise('Het veld start_datetime is verplicht.', 'appointments.0.start_datetime', 'Begin')).toBe(
      'Het veld Begin is verplicht.',
    )
    expect(personalise('start datetime is verplicht', 'start_datetime', 'Begin')).toBe('Begin is verplicht')
  })

  it('replaces whole words only, and takes the label literally', () => {
    expect(personalise('De naamplaat en naam', 'naam', '$& kosten')).toBe('De naamplaat en $& kosten')
  })

  it('tells an error without a field unless its key has a dot [P-188]', () => {
    expect(isTold('students')).toBe(true)
    expect(isTold('students.3.email')).toBe(false)
  })
})
