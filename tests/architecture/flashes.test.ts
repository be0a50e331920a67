import { describe, expect, it } from 'vitest'
import { isWellEnded } from '../support/flash-rule.ts'
import { filesIn, read } from './tree.ts'

const TEXT = `(?<quote>['\`])(?<str>(?:(?!\\k<quote>).)*)\\k<quote>`
/** The ways in which code tells a user something in passing; what stands in a variable the tests of its screen see. */
const TOLD = [
  new RegExp(`str: ${TEXT},\\s*type: '(?<type>\\w+)'`, 'gs'),
  new RegExp(`\\bflash\\(\\s*${TEXT},\\s*'(?<type>\\w+)'\\s*\\)`, 'gs'),
  new RegExp(`\\bflash: ${TEXT}`, 'g'),
  new RegExp(`new (?:HttpError\\(\\d+, |Forbidden\\()${TEXT}`, 'g'),
]

const told = ['src', 'public/js', 'islands']
  .flatMap((folder) => filesIn(folder, '.ts', '.tsx'))
  .flatMap((file) =>
    TOLD.flatMap((pattern, i) =>
      [...read(file).matchAll(pattern)].map(({ groups }) => ({
        file,
        str: groups!.str!,
        type: groups!.type ?? (i === 3 ? 'error' : 'success'),
      })),
    ),
  )

describe('short messages', () => {
  it('are found where they are told', () => {
    expect(told.length).toBeGreaterThan(100)
  })

  it('end one way: a success in a few words without a full stop, all others as sentences', () => {
    // What a value ends is judged where it is shown.
    expect(told.filter((flash) => !flash.str.endsWith('}') && !isWellEnded(flash))).toEqual([])
  })
})
