import type { Pagination } from '@quorate/contract/reply';
import { type RuleSetJson, type RuleSetPreset, ruleSet } from '@quorate/contract/rule-sets';
import { FIRM_RULES, OWN_RULES } from '@quorate/trading/governor/floors';
import { PRESETS, presetOf } from '@quorate/trading/governor/presets';
import { ruleSetFromJson, ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { validationError } from '../../http/app-error.ts';
import { offsetOf, type PageRequest, paginate } from '../../http/paging.ts';
import type { I18n } from '../../words/i18n.ts';

/** The rules of a preset as they travel; null where there is no such preset. */
export function findPreset(id: string): RuleSetJson | null {
  const preset = presetOf(id);
  return preset ? ruleSet.parse(ruleSetToJson(preset)) : null;
}

export function listPresets(
  { say }: I18n,
  page: PageRequest,
): { presets: RuleSetPreset[]; pagination: Pagination } {
  const from = offsetOf(page);
  const presets = PRESETS.slice(from, from + page.per_page).map((each) => {
    const { firm, programme, source, checkedOn, note } = each.preset;
    return {
      ...ruleSet.parse(ruleSetToJson(each)),
      firm,
      programme,
      source,
      checked_on: checkedOn,
      note: note && say(note),
    };
  });
  return { presets, pagination: paginate(page, PRESETS.length) };
}

/**
 * Rules that an owner wrote, as their own or as those of a firm without a preset: no other id is theirs to give.
 *
 * @throws AppError validation_failed, with what is wrong by field
 */
export function ownRuleSet(written: RuleSetJson): RuleSetJson {
  const own = { ...written, id: written.id === FIRM_RULES ? FIRM_RULES : OWN_RULES };
  const { ruleSet: read, faults } = ruleSetFromJson(own);
  if (read) return ruleSet.parse(ruleSetToJson(read));
  throw validationError(
    faults.map(({ field, message }) => ({ field: `choice.rule_set.${field}`, message })),
  );
}
