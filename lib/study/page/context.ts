// What all parts of the page share: the language, and what is searched for.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { texts, type Language, type TextKey } from './texts.js';

export interface Settings {
  readonly language: Language;
  readonly search: string;
}

export const SettingsContext = createContext<Settings>({ language: 'en', search: '' });

/** Texts in the language of the page. */
export function useText(): (key: TextKey) => string {
  const { language } = useContext(SettingsContext);
  return (key) => texts[language][key];
}

/** Three digits, without an exponent. */
export function digits(value: number): string {
  if (value >= 1000) return value.toFixed(0);
  return value >= 100
    ? value.toFixed(0)
    : value >= 10
      ? value.toFixed(1)
      : value >= 1
        ? value.toFixed(2)
        : value.toFixed(3);
}

export const micro = (value: number): string => `${digits(value)} µs`;
