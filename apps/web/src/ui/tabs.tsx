import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

type Tab<Value extends string> = { value: Value; label: string; content: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  tabs: ReadonlyArray<Tab<Value>>;
  onChange: (value: Value) => void;
};

/** Tabs with arrow keys. Only the chosen tab's content is rendered. */
export function Tabs<Value extends string>({ label, value, tabs, onChange }: TabsProps<Value>) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((candidate) => candidate.value === chosen);
        if (tab) onChange(tab.value);
      }}
    >
      <RadixTabs.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 whitespace-nowrap border-b-2 border-transparent px-3 text-small font-medium text-muted transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-brand data-[state=active]:text-ink xs:px-4"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-7">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
