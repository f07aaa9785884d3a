package claude

import "sayso/internal/openjson"

// ModelSwitch holds what the two model switch events share.
type ModelSwitch struct {
	FromModel              string  `json:"from_model"`                // resolved id
	ToModel                string  `json:"to_model"`                  // resolved id
	RequestedModel         *string `json:"requested_model"`           // as asked for: an alias, an id, null for "default"
	Source                 string  `json:"source"`                    // command, picker, sdk; after the switch also auto, resume
	ContextTokens          Number  `json:"context_tokens"`            // what the next request sends again
	PromptCacheWarm        bool    `json:"prompt_cache_warm"`         // the switch loses a cache that likely still holds
	CacheTTL               string  `json:"cache_ttl"`                 // 5m, 1h
	EstimatedCacheWriteUSD Number  `json:"estimated_cache_write_usd"` // to cache ContextTokens on ToModel; US dollars
	Pricing                string  `json:"pricing"`                   // configured, catalog, default: where the price comes from
}

// PreModelSwitch is the payload of the PreModelSwitch hook: the model is about
// to change, and a hook may refuse (PreModelSwitchHookInput).
type PreModelSwitch struct {
	BaseHookInput
	ModelSwitch
	Extra openjson.Extra `json:"-"`
}

// PostModelSwitch is the payload of the PostModelSwitch hook
// (PostModelSwitchHookInput).
type PostModelSwitch struct {
	BaseHookInput
	ModelSwitch
	Extra openjson.Extra `json:"-"`
}
