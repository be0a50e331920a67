/** What of statements is skipped by itself: what goes to, or comes from, an account. The setting has each as a line. */
import { z } from 'zod'
import { accountShown } from './bank.rules.ts'

export interface Skip {
  iban: string
  /** As banks say it: what goes off our account, or comes on it. */
  side: 'af' | 'bij'
  reason: string
}

export const sideOf = (amount: number): Skip['side'] => (amount < 0 ? 'af' : 'bij')

const LINE = /^(\S+) (af|bij) (.*)$/s
/** The account and the side alone, as a button sends them. */
export const skipKey = z.string().regex(/^\S{1,34} (af|bij)$/)

export const keyOfSkip = ({ iban, side }: Pick<Skip, 'iban' | 'side'>): string => `${iban} ${side}`
export const lineOfSkip = (skip: Skip): string => `${keyOfSkip(skip)} ${skip.reason}`

export const skipsOf = (lines: readonly string[]): Skip[] =>
  lines.flatMap((line) => {
    const [, iban, side, reason] = LINE.exec(line) ?? []
    return iban === undefined ? [] : [{ iban, side: side as Skip['side'], reason: reason! }]
  })

/** Those lines but for one. */
export const withoutSkip = (lines: readonly string[], key: string): string[] =>
  skipsOf(lines)
    .filter((skip) => keyOfSkip(skip) !== key)
    .map(lineOfSkip)

/** 'Geld naar NL12 ABNA 0417 1643 00' */
export const skipText = ({ iban, side }: Pick<Skip, 'iban' | 'side'>): string =>
  `Geld ${side === 'af' ? 'naar' : 'van'} ${accountShown(iban)}`
