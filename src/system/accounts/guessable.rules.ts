import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { ROLES, ROLE_LABELS } from '../../platform/access/roles.ts'

/** Passwords that an attacker who knows how people choose them finds in fewer guesses are refused. */
const MIN_GUESSES_LOG10 = 9
/** Judging takes ever longer on longer texts; whose beginning is hard to guess is so as a whole. */
const JUDGED_LENGTH = 64
/** The product's own name, what it is called in Dutch, and what its people are. */
const PRODUCT_WORDS = ['noordkaap', 'opleidingen', 'backoffice', ...Object.values(ROLE_LABELS), ...Object.values(ROLES)]

let judge: Promise<ZxcvbnFactory> | undefined

/** The lists of common and leaked passwords and of Dutch words and names: a few MB, so not before somebody chooses. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, dutch] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-nl-be'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...dutch.dictionary },
    graphs: common.adjacencyGraphs,
  })
}

/** The words in names and addresses that an attacker would try, whatever their case: of 'Petra de Planner' Petra and Planner. */
const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)

/**
 * Why a password is too easy to guess: it is common or leaked, a pattern, or made of words about its owner.
 * @param about the owner's name, address and organisation
 * @returns a sentence for the owner, or null when it will do
 */
export async function weaknessOf(password: string, about: string[]): Promise<string | null> {
  const words = [...PRODUCT_WORDS, ...about.flatMap((text) => [text, ...wordsIn(text)])]
  const { guessesLog10, sequence } = (await (judge ??= load())).check(password.slice(0, JUDGED_LENGTH), words)
  if (guessesLog10 >= MIN_GUESSES_LOG10) return null
  return sequence.some((part) => part.dictionaryName === 'userInputs')
    ? 'Dit wachtwoord is te makkelijk te raden: er staat een naam in die bij u of uw organisatie hoort.'
    : 'Dit wachtwoord is te makkelijk te raden. Neem bijvoorbeeld vier losse woorden.'
}
