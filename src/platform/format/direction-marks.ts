const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * The text without the invisible characters that turn the direction of writing. In a name they make it look like another
 * one, on a screen and on a certificate, and two equal names differ by them.
 */
export const withoutDirectionMarks = (text: string): string => text.replace(DIRECTION_MARKS, '')
