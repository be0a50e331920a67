/** The words of a form as its view holds them: settings are found by their labels, headings and hints. */

const COMMENT = /<%#[\s\S]*?%>/g
const CODE = /<%[\s\S]*?%>/g
const FIELD = /\b(?:control|label|field)\('(\w+)'/g
/** What a view hands to the pieces that it is made of. */
const HANDED = /\b(?:label|legend|hint|text):\s*'((?:[^'\\]|\\.)*)'/g
const DRAWS = /include\('(\/[\w/-]+)'/g
const ASKS = /data-region="(\/[\w/-]+)"/g

export interface ViewTexts {
  /** What its fields are called. */
  labels: string[]
  /** All else that is read there. */
  others: string[]
  /** Views that it draws, and addresses of what comes into it. */
  draws: string[]
  asks: string[]
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** @param labelOf what the catalogue calls a field; null for one that it has not */
export function textsOf(source: string, labelOf: (field: string) => string | null): ViewTexts {
  const view = source.replace(COMMENT, '')
  const code = (view.match(CODE) ?? []).join('\n')
  const between = view
    .replace(CODE, ' ')
    .replace(/<\/?(?:p|h\d|li|section|div|label|legend|button|br)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
  const lines = between.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  return {
    labels: all(code, FIELD).flatMap((field) => labelOf(field) ?? []),
    others: [...lines.filter((line) => /\p{L}{3}/u.test(line)), ...all(code, HANDED)],
    draws: all(code, DRAWS),
    asks: all(view, ASKS),
  }
}
