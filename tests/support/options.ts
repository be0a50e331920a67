import type { Answer } from './app.ts'

/** What the menu of a popup offers: it stands in the page in base64, for the script that draws it. */
export const optionsOf = (answer: Answer) =>
  JSON.parse(Buffer.from(String(answer.$('[data-popup-options]').val() ?? ''), 'base64').toString() || '[]') as {
    label: string
    url: string
    confirm?: string
  }[]
