const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * The text without the invisible characters that turn the direction of writing. In a name they make it look like another
 * one, on a screen and on a certificate, and two equal names differ by them.
 */
export const withoutDirectionMarks = (text: string): string => text.replace(DIRECTION_MARKS, '')

/** But for line breaks and tabs. Nothing shows them, and no file of XML may hold them. */
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g

/** Whether there is anything to see: spaces, line breaks and characters without a form of their own are nothing. */
export const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/u.test(text)

/** The text without what nobody sees and only deceives; of nothing else nothing is left. */
export function asShown(text: string): string {
  const shown = withoutDirectionMarks(text).replace(CONTROLS, '').toWellFormed()
  return isVisible(shown) ? shown : ''
}
