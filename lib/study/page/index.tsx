// The page: reads its data from the document that it stands in.
import { render, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ReportData } from '../report-data.js';
import { SettingsContext, useText } from './context.js';
import { Profile, Roofline } from './machine.js';
import { Matrix } from './matrix.js';
import { Later, Published, Rivals } from './native.js';
import { Plans, Provenance } from './plans.js';
import type { Language, TextKey } from './texts.js';

const parts: readonly TextKey[] = [
  'published',
  'later',
  'rivals',
  'matrix',
  'profile',
  'roofline',
  'plans',
  'provenance',
];

function Audit({ data }: { readonly data: ReportData }): JSX.Element {
  const text = useText();
  const { audit } = data;
  if (audit === undefined) return <span class="badge bad">{text('auditNone')}</span>;
  return (
    <span class={`badge ${audit.passed ? 'good' : 'bad'}`}>
      {text(audit.passed ? 'auditPassed' : 'auditFailed')}: {audit.checks} {text('checks')}
      {audit.raw ? `, ${audit.outputs} ${text('outputsRead')}` : ''}
    </span>
  );
}

interface HeaderProps {
  readonly data: ReportData;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onLanguage: () => void;
}

/** To the other one; until then it is as the system has it. */
function toggleTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme
    ? dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  dataset.theme = isDark ? 'light' : 'dark';
}

function Header({ data, search, onSearch, onLanguage }: HeaderProps): JSX.Element {
  const text = useText();
  return (
    <header>
      <div class="top">
        <h1>{text('title')}</h1>
        <div class="tools">
          <button type="button" id="language" onClick={onLanguage}>
            {text('language')}
          </button>
          <button
            type="button"
            id="theme"
            onClick={toggleTheme}
            aria-label={text('theme')}
            title={text('theme')}
          >
            ◐
          </button>
        </div>
      </div>
      <p>{text('lead')}</p>
      <p class="badges">
        <Audit data={data} />
        {data.mode === 'quick' && <span class="badge warn">{text('quick')}</span>}
        {data.only !== undefined && (
          <span class="badge bad">
            {text('partial')}: {data.only.join(', ')}
          </span>
        )}
        {data.provenance.missingRivals.length > 0 && (
          <a class="badge bad" href="#provenance">
            {text('notes')}: {data.provenance.missingRivals.length}
          </a>
        )}
      </p>
      <nav>
        {parts.map((part) => (
          <a key={part} href={`#${part}`}>
            {text(part)}
          </a>
        ))}
      </nav>
      <input
        type="search"
        placeholder={text('search')}
        aria-label={text('search')}
        value={search}
        onInput={(event) => {
          onSearch(event.currentTarget.value);
        }}
      />
    </header>
  );
}

function App({ data }: { readonly data: ReportData }): JSX.Element {
  const [language, setLanguage] = useState<Language>(navigator.language.startsWith('zh') ? 'zh' : 'en');
  const [search, setSearch] = useState('');
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const swap = () => {
    setLanguage(language === 'en' ? 'zh' : 'en');
  };
  return (
    <SettingsContext.Provider value={{ language, search }}>
      <Header data={data} search={search} onSearch={setSearch} onLanguage={swap} />
      <main>
        <Published rows={data.native} />
        <Later rows={data.native} />
        <Rivals rows={data.native} />
        <Matrix data={data} />
        <Profile data={data} />
        <Roofline data={data} />
        <Plans rows={data.plans} />
        <Provenance data={data} />
      </main>
    </SettingsContext.Provider>
  );
}

const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as ReportData;
render(<App data={data} />, document.getElementById('app') as HTMLElement);
