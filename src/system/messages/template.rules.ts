import { type Liquid, LiquidError, type Template } from 'liquidjs'
import type { FieldMessages } from '../../platform/errors.ts'
import { isVisible } from '../../platform/format/direction-marks.ts'
import { lockedLiquid } from '../../platform/liquid.ts'
import type { MailVariable } from './points.ts'
import { MOST_MADE, TOO_MUCH, cleanHtml, isTooMuch } from './html.rules.ts'

/** What a short text makes long work of is not among them. */
const TAGS = ['assign', 'for', 'capture', 'comment', 'cycle', 'if', 'raw', 'unless', 'break', 'continue', 'echo', '#']
const engineWith = (outputEscape?: 'escape'): Liquid =>
  lockedLiquid({ tags: TAGS, limits: { parse: 200_000, render: 500, memory: 2_000_000 }, outputEscape })
const subjects = engineWith()
const contents = engineWith('escape')

/** Variables of every message, whoever it goes to. */
export const SENDER_VARIABLES: MailVariable[] = [
  { name: 'afzender.naam', label: 'Uw naam' },
  { name: 'afzender.email', label: 'Uw e-mailadres' },
  { name: 'organisatie.naam', label: 'Naam van de organisatie' },
]

/** In HTML the editor writes `<` of a condition as `&lt;`; between the marks of Liquid it is meant literally. */
const unescapeCode = (html: string): string =>
  html.replace(/\{[{%][^{}]*[%}]\}/g, (code) =>
    code
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;|&apos;/g, "'")
      .replace(/&nbsp;|\u00a0/g, ' ')
      .replace(/&amp;/g, '&'),
  )
/** A paragraph with nothing but the start or end of a loop would leave an empty line in every message. */
const bareLoops = (html: string): string => html.replace(/<p>\s*(\{%[^%]*%\})\s*<\/p>/g, '$1')

export interface MessageTemplate {
  subject: Template[]
  content: Template[]
}

/** @throws LiquidError for code that cannot be read */
export const parseTemplate = ({ subject, content }: { subject: string; content: string }): MessageTemplate => ({
  subject: subjects.parse(subject),
  content: contents.parse(unescapeCode(bareLoops(cleanHtml(content)))),
})

/** Nobody can tell a message without a subject from spam, and some mail servers take none. */
export class EmptySubject extends Error {
  constructor() {
    super('het onderwerp is leeg voor deze ontvanger')
  }
}

/** A text in which a variable is not filled in yet, for lists. */
export const withoutCode = (text: string): string => text.replace(/\{[{%][^{}]*[%}]\}/g, '…')

/** The same with the name of each variable, where it has one. */
export function withNames(text: string, variables: MailVariable[]): string {
  const labels = new Map(variables.map(({ name, label }) => [name, label]))
  return withoutCode(
    text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (code, name: string) =>
      labels.has(name) ? `[${labels.get(name)!}]` : code,
    ),
  )
}

/**
 * The message for one person; values are escaped, and what comes out is cleaned again.
 * @throws EmptySubject when nothing is left of the subject
 */
export function renderTemplate(
  template: MessageTemplate,
  values: Record<string, unknown>,
): { subject: string; html: string } {
  const subject = subjects.renderSync(template.subject, values) as string
  const html = contents.renderSync(template.content, values) as string
  if (!isVisible(subject)) throw new EmptySubject()
  if (isTooMuch(html, MOST_MADE)) throw new Error('het bericht wordt te groot voor deze ontvanger')
  return { subject: subject.replace(/\s+/g, ' ').trim(), html: cleanHtml(html) }
}

/** Every name a template may use, with those of list items for the loops over them. */
const namesOf = (variables: MailVariable[]) => new Set(variables.map(({ name }) => name))

/** A value for every variable, so that a template is tried before anybody gets it. */
export function sampleValues(variables: MailVariable[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, label, each } of variables) {
    const [group = '', key] = name.split('.')
    const value = each ? [Object.fromEntries(each.map((field) => [field.name, field.label]))] : label
    if (key === undefined) values[group] = value
    else values[group] = { ...(values[group] as object | undefined), [key]: value }
  }
  return values
}

/**
 * What is wrong with a template for these recipients, in Dutch and by field; null when nothing is. Whether a subject
 * that depends on its recipient is empty, shows only when it is that person's turn.
 * @param variables the closed list that may be used
 */
export function templateProblem(
  message: { subject: string; content: string },
  variables: MailVariable[],
): FieldMessages | null {
  if (isTooMuch(message.content)) return { content: [TOO_MUCH] }
  let template: MessageTemplate
  let inSubject: string[]
  let used: string[]
  try {
    template = parseTemplate(message)
    inSubject = subjects.globalFullVariablesSync(template.subject)
    used = [...inSubject, ...subjects.globalFullVariablesSync(template.content)]
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Only where Liquid can say it: it has limits of its own too.
    const line = error instanceof LiquidError ? ` (regel ${error.token.getPosition()[0]})` : ''
    return { content: [`De code tussen {{ }} of {% %} klopt niet${line}.`] }
  }
  const known = namesOf(variables)
  const unknown = used.find((name) => !known.has(name))
  if (unknown !== undefined) return { content: [`Het gegeven ${unknown} bestaat niet voor deze ontvangers.`] }
  try {
    renderTemplate(template, sampleValues(variables))
    return null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof EmptySubject)
      return inSubject.length > 0 ? null : { subject: ['Het onderwerp blijft voor elke ontvanger leeg.'] }
    return { content: ['Het bericht kan zo niet worden samengesteld: controleer de gegevens in de lijsten.'] }
  }
}
