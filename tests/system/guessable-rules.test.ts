import { describe, expect, it } from 'vitest'
import { weaknessOf } from '../../src/system/accounts/guessable.rules.ts'

const EASY = 'Dit wachtwoord is te makkelijk te raden. Neem bijvoorbeeld vier losse woorden.'
const OWN = 'Dit wachtwoord is te makkelijk te raden: er staat een naam in die bij u of uw organisatie hoort.'
const OWNER = ['Petra Vandersteen', 'p.vdsteen@kwartsiet.example', 'Quadrivium Veiligheid']

describe('a new password', () => {
  it.each([
    'aaaaaaaaaaaa',
    '111111111111',
    'qwertyuiop12',
    // Keys beside each other, in no list of words.
    'plokijuhygtf',
    'P@ssw0rd1234',
    'welkom123456',
    'Wachtwoord2026',
    'Zomervakantie2026',
    'Amsterdam2026!',
    'xK3$'.repeat(50),
  ])('is refused when it is common, leaked or a pattern: %s', async (password) => {
    expect(await weaknessOf(password, [])).toBe(EASY)
  })

  it('is judged by its beginning: nobody types the rest of one so long to be safe', async () => {
    expect(await weaknessOf('a'.repeat(64) + 'x8Kd02lqPz91', [])).toBe(EASY)
  })

  it.each(['nog een lang wachtwoord', 'paard accu nietje batterij', 'x8Kd02lqPz91'])('may be %s', async (password) => {
    expect(await weaknessOf(password, OWNER)).toBeNull()
  })

  it.each([
    'Noordkaap2026',
    'opleidingen26',
    'backoffice26!',
    'planner-planner',
    'Leidinggevende1',
    'cursist-docent',
    'scheduler2026',
    'petra-2612',
    'Vandersteen26',
    'vdsteen202612',
    'kwartsiet2026',
    'quadrivium 26',
    'p.vdsteen@kwartsiet.example',
  ])('is refused when it is made of words about its owner or the product: %s', async (password) => {
    expect(await weaknessOf(password, OWNER)).toBe(OWN)
  })

  it('names no word of its owner that is so short that it stands in half of all words', async () => {
    expect(await weaknessOf('zq123456789', ['Zq Vandersteen'])).toBe(EASY)
    expect(await weaknessOf('zqx123456789', ['Zqx Vandersteen'])).toBe(OWN)
  })

  it('may hold such a word among others', async () => {
    expect(await weaknessOf('petra fietst naar zwolle', OWNER)).toBeNull()
  })
})
